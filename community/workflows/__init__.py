"""What calls gateways between two transactions.

Nothing slow or external happens in a transaction, so each workflow reads what it needs, calls the
outside, and then stores the result through the domain.
"""
