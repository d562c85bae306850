"""What the site costs: speed, memory and bytes, measured through the production command.

`make bench`, or `python -m tests.bench --help`. Nothing here is a test: a figure belongs to its
machine.
"""
