"""`python -m community.cli` is `community` of the folder that one stands in."""

from community.cli.app import main

main()
