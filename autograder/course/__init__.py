"""Courses and assignments: what the author's files say, and what is generated from them."""

from autograder.course.assignment import Assignment
from autograder.course.assignment import criteria
from autograder.course.assignment import max_score
from autograder.course.course import Course

__all__ = ["Assignment", "Course", "criteria", "max_score"]
