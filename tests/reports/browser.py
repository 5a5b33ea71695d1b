"""A headless Chromium, spoken to by its own protocol: enough to open, click, type and measure."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any
from typing import Self

import websocket

ROOT = Path(__file__).parent.parent.parent
AXE = "axe-core@4.14.1"

_WATCH = """
window.longTasks = [];
new PerformanceObserver((list) => list.getEntries().forEach((e) => longTasks.push(e.duration)))
  .observe({ type: "longtask", buffered: true });
"""


class Browser:
    """One Chromium with one page; `problems` are its console errors and failed requests."""

    def __init__(self, profile: Path) -> None:
        program = shutil.which("chromium") or shutil.which("google-chrome")
        assert program, "these tests need Chromium: apt-get install chromium"
        self._profile = profile
        self._process = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-sandbox",  # root in a container has no other way
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-renderer-backgrounding",
                "--disable-backgrounding-occluded-windows",
                "--remote-debugging-port=0",
                f"--user-data-dir={profile}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        self.problems: list[str] = []
        self._socket = websocket.create_connection(
            self._address(), timeout=60, suppress_origin=True
        )
        target = self._send("Target.createTarget", url="about:blank")["targetId"]
        attached = self._send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._send(f"{domain}.enable")
        self._send("Performance.enable", timeDomain="threadTicks")
        self._send("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)

    _session = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)

    def open(
        self, page: Path, fragment: str = "", *, width: int = 1440, dark: bool = False
    ) -> None:
        """Open a file and wait until it is drawn; forgets earlier problems."""
        self.problems.clear()
        self._send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._send("Emulation.setEmulatedMedia", features=[scheme])
        # a change of the fragment alone would not load the page again
        self._send("Page.navigate", url="about:blank")
        self._send("Page.navigate", url=page.resolve().as_uri() + fragment)
        self._until("document.readyState === 'complete' && location.protocol === 'file:'")
        self.settle()

    def settle(self) -> None:
        """Wait until the browser has painted and has nothing to do.

        A browser with nothing to paint may draw no frame for a long time: two seconds will do.
        """
        self.run(
            "new Promise((done) => { setTimeout(done, 2000, 0);"
            " requestAnimationFrame(() => requestIdleCallback(() => done(0))) })"
        )

    def run(self, script: str) -> Any:
        """The value of an expression, or of the promise it is."""
        answer = self._send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        codes = {"Tab": 9, "Enter": 13}
        for key in keys:
            facts = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
            text = {"text": "\r"} if key == "Enter" else {}
            self._send("Input.dispatchKeyEvent", type="keyDown", **facts, **text)
            self._send("Input.dispatchKeyEvent", type="keyUp", **facts)
        self.settle()

    def type(self, text: str) -> None:
        """Type text where the focus is."""
        self._send("Input.insertText", text=text)
        self.settle()

    def long_tasks(self) -> list[float]:
        """Milliseconds of every task above 50 ms since the page was opened."""
        tasks: list[float] = self.run("longTasks")
        return tasks

    def busy(self) -> float:
        """Milliseconds of processor time the page's thread has used on its tasks so far.

        Unlike a task's length by the clock, it does not grow with the work of other programs.
        """
        metrics = self._send("Performance.getMetrics")["metrics"]
        found = {metric["name"]: metric["value"] for metric in metrics}
        return 1000 * float(found["TaskDuration"])

    def axe(self) -> list[dict[str, Any]]:
        """What axe-core finds on the open page."""
        self.run(f"{_axe_source()}; 0")
        found: list[dict[str, Any]] = self.run("axe.run().then((result) => result.violations)")
        return found

    def screenshot(self, path: Path, height: int | None = None) -> None:
        """The open page as PNG: from its top, `height` pixels, or all of it."""
        whole = self.run("[innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": whole[0], "height": height or whole[1], "scale": 1}
        shot = self._send("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _address(self) -> str:
        file = self._profile / "DevToolsActivePort"
        deadline = time.monotonic() + 60
        while not (file.exists() and file.read_text().count("\n")):
            assert time.monotonic() < deadline, "Chromium does not start"
            time.sleep(0.05)
        port, path = file.read_text().split()
        return f"ws://127.0.0.1:{port}{path}"

    def _until(self, condition: str) -> None:
        deadline = time.monotonic() + 60
        while not self.run(condition):
            assert time.monotonic() < deadline, f"never true: {condition}"
            time.sleep(0.02)

    def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer.get("method"), answer.get("params", {}))

    def _note(self, event: str | None, facts: dict[str, Any]) -> None:
        if event == "Runtime.exceptionThrown":
            self.problems.append(str(facts["exceptionDetails"]))
        elif event == "Runtime.consoleAPICalled" and facts["type"] in ("error", "warning"):
            self.problems.append(str(facts["args"]))
        elif event == "Log.entryAdded" and facts["entry"]["level"] in ("error", "warning"):
            self.problems.append(facts["entry"]["text"])
        elif event == "Network.requestWillBeSent":
            url = facts["request"]["url"]
            if not url.startswith(("file:", "data:", "about:")):
                self.problems.append(f"request to {url}")


def _axe_source() -> str:
    file = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not file.is_file():
        npm = shutil.which("npm")
        assert npm, "these tests need axe-core: install npm"
        command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(ROOT)]
        subprocess.run([*command, AXE], check=True, capture_output=True, timeout=120)
    return file.read_text("utf-8")
