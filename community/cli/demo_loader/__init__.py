"""Load the demo content by calling domain functions on behalf of the demo users.

This file imports nothing, so that the processes that render images load only what they need.
"""
