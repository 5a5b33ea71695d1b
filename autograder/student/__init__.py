"""A student's own machine: start, check, watch, hint, reset, submit.

Runs on Linux, macOS and Windows; nothing here forks or needs isolation. What is heavy
(numpy, pytest) is imported in the child that runs the visible tests, never here.
"""
