"""Sends hostile texts to every string field of the site while it measures the health check.

`make harden` runs all attacks (`__main__.py`), `tests/e2e/test_hardening.py` runs the worst ones.
"""
