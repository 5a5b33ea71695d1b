"""Values and messages between the grader and the student's process."""
