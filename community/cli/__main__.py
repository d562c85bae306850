"""Run the `community` command as `python -m community.cli`."""

from community.cli.app import main

main()
