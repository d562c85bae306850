"""Local servers that play the payment providers and an AI endpoint.

`community dev:providers` and the tests use them.
"""
