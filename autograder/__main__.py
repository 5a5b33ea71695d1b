"""`python -m autograder` is `grade`."""

from autograder.cli.main import main

if __name__ == "__main__":
    main()
