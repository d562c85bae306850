"""Local servers that play the payment providers and an AI endpoint.

The tests and `make dev-providers` use them.
"""
