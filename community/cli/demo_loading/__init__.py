"""Loading the demo content through the domain, as if its people had done everything themselves.

Nothing is imported here: the processes that draw pictures need little of it.
"""
