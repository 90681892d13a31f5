"""`python -m gnode`: the command `gnode`."""

from gnode_command import main

if __name__ == "__main__":
    main()
