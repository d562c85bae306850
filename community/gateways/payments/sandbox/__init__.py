"""The sandbox: a payment provider for trying out, which moves no money."""
