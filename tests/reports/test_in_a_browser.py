"""The sample class in headless Chromium: it renders, sorts, filters, links, and is accessible."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reports.browser import Browser

PAGES = (
    "report/index.html",
    "report/output_size.html",
    "feedback/Lukas Bauer/output_size.html",
    "feedback/Lukas Bauer/index.html",
)
_NAMES = "[...document.querySelectorAll('#rows th a')].map((a) => a.textContent)"


def _focus(browser: Browser) -> str:
    found: str = browser.run("document.activeElement.textContent + document.activeElement.id")
    return found


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("width", "dark"), [(375, False), (1440, True)])
def test_a_page_is_sound(browser: Browser, sample: Path, page: str, width: int, dark: bool) -> None:
    browser.open(sample / page, width=width, dark=dark)
    assert browser.problems == []
    assert browser.run("document.documentElement.scrollWidth") <= width, "no sideways scrolling"
    assert browser.run("document.querySelectorAll('h1').length") == 1
    for violation in browser.axe():
        assert violation["impact"] not in ("serious", "critical"), violation


@pytest.mark.soak
@pytest.mark.parametrize("width", [375, 1440])
@pytest.mark.parametrize("dark", [False, True])
def test_every_page_is_sound(browser: Browser, sample: Path, width: int, dark: bool) -> None:
    pages = [*sample.glob("report/*.html"), *sample.glob("feedback/*/*.html")]
    assert len(pages) > 40
    for page in pages:
        test_a_page_is_sound(browser, sample, str(page.relative_to(sample)), width, dark)


def test_sorting_by_mouse_and_back(browser: Browser, sample: Path) -> None:
    browser.open(sample / "report" / "output_size.html")
    scores = "[...document.querySelectorAll('#rows tr')].map((r) => r.children[1].textContent)"
    press = "document.querySelectorAll('th[data-sort] button')[1].click()"
    browser.run(press)
    rising = [float(text) for text in browser.run(scores) if text[0].isdigit()]
    assert rising == sorted(rising)
    browser.run(press)
    falling = [float(text) for text in browser.run(scores) if text[0].isdigit()]
    assert falling == rising[::-1]
    assert not browser.run(scores)[-1][0].isdigit(), "who has no score comes last both ways"
    state = "document.querySelectorAll('th[data-sort]')[1].getAttribute('aria-sort')"
    assert browser.run(state) == "descending"


def test_the_keyboard_alone_reaches_and_sorts(browser: Browser, sample: Path) -> None:
    browser.open(sample / "report" / "index.html")
    browser.press("Tab")
    assert _focus(browser) == "Skip to the content"
    browser.run("document.getElementById('show').focus()")
    for _ in range(4):
        browser.press("Tab")
        if _focus(browser) == "student":
            break
    assert _focus(browser) == "student"
    names = browser.run(_NAMES)
    browser.press("Enter", "Enter")
    assert browser.run(_NAMES) != names
    assert sorted(browser.run(_NAMES)) == sorted(names)


def test_finding_a_student_by_typing(browser: Browser, sample: Path) -> None:
    browser.open(sample / "report" / "index.html")
    browser.run("document.getElementById('search').focus()")
    browser.type("BAUER")
    assert browser.run(_NAMES) == ["Lukas Bauer"]
    count = browser.run("JSON.parse(document.getElementById('data').textContent).students.length")
    assert browser.run("document.getElementById('said').textContent") == f"1 of {count} students"
    assert browser.run("location.hash") == "#find=BAUER"


def test_showing_who_fails_a_criterion_and_who_makes_a_mistake(
    browser: Browser, sample: Path
) -> None:
    browser.open(sample / "report" / "output_size.html", "#show=has:pads_one_end")
    assert browser.run(_NAMES) == ["Lukas Bauer"]
    choose = "const s = document.getElementById('show'); s.value = '{}';"
    choose += "s.dispatchEvent(new Event('change'))"
    browser.run(choose.format("fails:test_stride"))
    failing = browser.run(_NAMES)
    assert "Chiara D'Angelo" in failing
    assert "Lukas Bauer" not in failing
    assert browser.problems == []


def test_a_link_to_a_student_and_one_to_a_criterion(browser: Browser, sample: Path) -> None:
    page = sample / "report" / "output_size.html"
    browser.open(page, "#student=Lukas%20Bauer")
    assert browser.run("document.querySelector('#pinned th a').textContent") == "Lukas Bauer"
    inside = "const r = document.querySelector('{}').getBoundingClientRect();"
    inside += "r.top >= 0 && r.bottom <= innerHeight"
    browser.run("new Promise((done) => setTimeout(done, 800))")
    assert browser.run(
        f"(() => {{ {inside.format('#pinned').replace('r.top', 'return r.top')} }})()"
    )
    browser.open(sample / "feedback" / "Lukas Bauer" / "output_size.html", "#test_padding")
    assert browser.run("document.querySelector(':target').id") == "test_padding"


def test_a_screen_reader_hears_every_mark(browser: Browser, sample: Path) -> None:
    browser.open(sample / "report" / "output_size.html", "#find=Lukas")
    heard = browser.run(
        "[...document.querySelectorAll('#rows td.m')].map((mark) => mark.textContent)"
    )
    assert heard[:3] == ["met", "not met: pads_one_end", "met"]
