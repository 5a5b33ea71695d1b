"""Everything that shuts a worker process off: levels, limits, and the lock-down itself."""

from autograder.isolation.confine import Confinement
from autograder.isolation.confine import Isolator
from autograder.isolation.confine import Provision
from autograder.isolation.level import Level
from autograder.isolation.probe import Capabilities
from autograder.isolation.probe import probe
from autograder.isolation.readable import readable_roots
from autograder.limits import Limits

__all__ = [
    "Capabilities",
    "Confinement",
    "Isolator",
    "Level",
    "Limits",
    "Provision",
    "probe",
    "readable_roots",
]
