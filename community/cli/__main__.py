"""Runs the `community` command with the current Python: `python -m community.cli`."""

from community.cli.app import main

main()
