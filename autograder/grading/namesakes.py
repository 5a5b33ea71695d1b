"""Two people are never merged.

Equal names with different numbers, or spelled with different bytes, stay apart.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from autograder.grading.layouts import composed
from autograder.grading.pile import Claim
from autograder.grading.tree import LeftOut
from autograder.grading.tree import shown_name


def told_apart(claims: list[Claim], ignored: list[LeftOut]) -> list[Claim]:
    """Claims under names that are unique to a person, composed (NFC) where that merges nobody."""
    forms: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        forms[composed(claim.student)].add(claim.student)
    namesakes = _namesakes(claims)
    named = []
    owners: dict[str, str] = {}
    for claim in claims:
        student = claim.student
        if student in namesakes and claim.number:
            student = f"{student} ({claim.number})"
        elif len(forms[composed(student)]) == 1:
            student = composed(student)
        named.append(replace(claim, student=_unique(student, owners)))
    for spelled, raw in forms.items():
        if len(raw) > 1:
            why = f"is there in {len(raw)} Unicode forms that look alike, kept apart"
            ignored.append(LeftOut(repr(spelled), why))
    return named


def _namesakes(claims: list[Claim]) -> set[str]:
    """Names that stand for more than one number of a platform.

    Moodle gives a participant another number in each assignment: there only two numbers in one
    download are two people.
    """
    numbers: dict[str, set[str]] = defaultdict(set)
    in_download: dict[tuple[str, str], set[str]] = defaultdict(set)
    for claim in claims:
        numbers[claim.student].add("Moodle" if claim.moodle_id else claim.number)
        in_download[claim.student, claim.download].add(claim.number)
    several = {student for student, found in numbers.items() if len(found) > 1}
    return several | {student for (student, _), found in in_download.items() if len(found) > 1}


def _unique(student: str, owners: dict[str, str]) -> str:
    """The name for people; numbered when escapes make it look like somebody else's."""
    shown = base = shown_name(student)
    number = 1
    while owners.setdefault(shown, student) != student:
        number += 1
        shown = f"{base} ({number})"
    return shown
