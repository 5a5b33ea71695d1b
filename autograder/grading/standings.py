"""What counts, compared with what counted at the last run: whose score moved by rules or times.

What an attempt earns is compared where it is kept (`Store.put`). Here it is what is left of
it: a corrected submission time, another deadline or points by hand move a score that nothing
was graded again for.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Entry
from autograder.grading.result import exact_text
from autograder.grading.store import Move
from autograder.grading.store import Store


def keep_standings(store: Store, book: ClassBook) -> bool:
    """Keep what counts in `book`, and in `store.moved` whose score moved since it was last kept.

    Whether anything is not as it was.
    """
    before = store.standings()
    told: dict[tuple[str, str], str] = {}
    moves: list[Move] = []
    for row in book.rows:
        for slug, entry in row.entries.items():
            key = row.student, slug
            if entry.contested or entry.ungraded:  # open until roster or suite are mended
                continue
            now = _facts(entry)
            told[key] = json.dumps(now)
            then = json.loads(before.get(key, "null"))
            if then is not None and _moved(then, now):
                old, new = (_fraction(facts["score"]) for facts in (then, now))
                moves.append(Move(*key, entry.standing.attempt, old, new, _reason(then, now)))
    if told != before:
        store.keep_standings(told, moves)
    return told != before


def _facts(entry: Entry) -> dict[str, Any]:
    """What the score that counts is made of, as plain data."""
    attempts = [one.attempt for one in entry.counted.values()]
    standing = entry.standing
    return {
        "score": exact_text(standing.score),
        "open": standing.open_until is not None,
        "earned": {one.id: [one.content, exact_text(one.score)] for one in attempts},
        "late": {id_: one.days_late for id_, one in entry.counted.items()},
        "times": {one.id: str(one.submitted_at) for one in attempts},
        "deadline": entry.deadline.shown() if entry.deadline else "",
        "notes": list(standing.notes),
    }


def _moved(then: dict[str, Any], now: dict[str, Any]) -> bool:
    """Another hand-in, a regrade and a deadline that has passed have sentences of their own."""
    same_work = then["earned"] == now["earned"] and not then["open"] and not now["open"]
    return same_work and then["score"] != now["score"]


def _reason(then: dict[str, Any], now: dict[str, Any]) -> str:
    causes = [
        f"another {what}"
        for what, key in (("submission time", "times"), ("deadline", "deadline"))
        if then["late"] != now["late"] and then[key] != now[key]
    ]
    causes += [note for note in now["notes"] if note not in then["notes"]]
    causes += [f"no longer {note}" for note in then["notes"] if note not in now["notes"]]
    # a reason by hand is a sentence of the instructor's
    return "; ".join(cause.rstrip(".") for cause in causes) or "another rule in course.toml"


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
