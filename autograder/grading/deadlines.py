"""Deadlines on the wall clock of one place, and how many days late a moment is."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from datetime import tzinfo

_DAY = timedelta(days=1)


def now() -> datetime:
    """The present: the only clock that decides whether something is due."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Deadline:
    """A local time (naive) in a zone; handing in at that very moment is on time."""

    local: datetime
    zone: tzinfo

    @classmethod
    def at(cls, moment: datetime, zone: tzinfo) -> Deadline:
        """From a naive local time, or from an aware moment seen on the clock of `zone`."""
        if moment.tzinfo is not None:
            moment = moment.astimezone(zone).replace(tzinfo=None)
        return cls(moment, zone)

    def moment(self, days: int = 0) -> datetime:
        """The deadline, or the same wall-clock time so many calendar days later, in UTC.

        A clock change makes some local times happen twice and others not at all; of the
        two readings the later one is meant, which is the student's gain.
        """
        local = self.local + days * _DAY
        readings = (local.replace(tzinfo=self.zone, fold=fold) for fold in (0, 1))
        return max(reading.astimezone(UTC) for reading in readings)

    def later(self, days: int) -> Deadline:
        """The deadline extended by calendar days."""
        return replace(self, local=self.local + days * _DAY)

    def shown(self) -> str:
        """For people: the local time, to the minute, and whose it is."""
        return f"{self.on_the_clock()} ({self.zone})"

    def on_the_clock(self) -> str:
        """The local time, to the minute, where the zone is said elsewhere."""
        return self.local.isoformat(" ", "minutes")

    def days_late(self, submitted: datetime) -> int:
        """Calendar days begun after the deadline: 0 on time, 1 up to the same time next day ...

        Counted on the wall clock, so a day with a clock change has 23 or 25 hours.
        """
        days = max(0, (submitted - self.moment()) // _DAY - 1)
        while self.moment(days) < submitted:
            days += 1
        return days
