"""Local servers that play the payment providers, for `community dev:providers` and the tests."""
