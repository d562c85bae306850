"""What calls the outside world: payment providers, mail servers, storage, AI, identity providers.

Gateways know protocols and formats, and nothing of the domain.
"""
