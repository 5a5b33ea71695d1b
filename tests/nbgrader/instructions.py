"""docs/nbgrader.md as commands, so that a test does what the page says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.nbgrader.nbgrader_world import World
from tests.nbgrader.nbgrader_world import run

PAGE = Path(__file__).parents[2] / "docs" / "nbgrader.md"


@dataclass(frozen=True)
class Page:
    """Heading -> the blocks of commands below it. The tests' assignment is called nn."""

    blocks: dict[str, list[str]]

    @classmethod
    def read(cls) -> Page:
        text = PAGE.read_text(encoding="utf-8").replace("output_size", "nn")
        sections = re.split(r"^## (.*)$", text, flags=re.MULTILINE)[1:]
        headed = zip(sections[::2], sections[1::2], strict=True)
        block = re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL)
        return cls({heading: block.findall(body) for heading, body in headed})

    def commands(self, heading: str) -> list[str]:
        return self.blocks[heading]

    def run(self, world: World, heading: str, block: int | None = None) -> str:
        """Run one block under a heading, or all of them, as the instructor."""
        blocks = self.blocks[heading] if block is None else [self.blocks[heading][block]]
        script = "".join(blocks).replace("/srv/nbgrader/exchange", str(world.exchange))
        return run(["bash", "-euc", script], world.root)
