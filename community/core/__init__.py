"""What everything stands on: settings, database, errors, events, clock. Knows no posts, comments or
money.
"""
