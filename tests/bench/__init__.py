"""Benchmarks of speed, memory use and transfer size for a site run with the production command.

Run `make bench`. `python -m tests.bench --help` lists the options. Benchmarks do not pass or fail,
and results from different machines cannot be compared.
"""
