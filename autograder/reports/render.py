"""From facts to self-contained pages: templates inside the package, nothing from the network."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import jinja2
from markupsafe import Markup

import autograder
from autograder.reports.student_view import StudentView

_LONGEST = 2000


def student_page(view: StudentView) -> str:
    """What one student reads about one assignment; runs no script."""
    return _rendered("student.html.j2", _policy(""), view=view)


def student_index(student: str, views: Sequence[tuple[str, StudentView]], remark: str = "") -> str:
    """The assignments of one student, by slug, with links to their pages."""
    facts = {"student": student, "views": views, "remark": remark}
    return _rendered("student_index.html.j2", _policy(""), **facts)


def class_page(template: str, **facts: Any) -> str:
    """A page for instructors, with the table's script inside."""
    script = _script()
    return _rendered(template, _policy(script), script=Markup(script), **facts)  # noqa: S704 - ours


def json_for_page(text: str) -> Markup:
    """JSON that cannot end the element it stands in."""
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - escaped in this line


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("autograder.reports"),
        autoescape=jinja2.select_autoescape(("html.j2",)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"decimal": _decimal, "clamp": _clamp, "clip": _clip}
    environment.tests["missing"] = _missing
    return environment


@cache
def _script() -> str:
    source, _, _ = jinja2.PackageLoader("autograder.reports").get_source(
        jinja2.Environment(autoescape=True), "grid.js"
    )
    return source


def _rendered(template: str, policy: str, **facts: Any) -> str:
    page = _environment().get_template(template)
    return page.render(policy=policy, version=autograder.__version__, **facts)


def _policy(script: str) -> str:
    """A content security policy: no network, and no script but the one whose hash is named.

    So a student's name or message could not run code even if it were not escaped.
    """
    rules = ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data:"]
    if script:
        digest = b64encode(sha256(script.encode()).digest()).decode()
        rules.append(f"script-src 'sha256-{digest}'")
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])


def _missing(value: float | None) -> bool:
    return value is None or math.isnan(value)


def _decimal(value: float, places: int = 2) -> str:
    """Without trailing zeros: 2 stays 2, 2.50 becomes 2.5."""
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _clamp(value: float) -> str:
    return f"{min(max(value, 0), 100):.1f}"


def _clip(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
