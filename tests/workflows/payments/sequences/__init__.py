"""The parts of the property-based test: a simulated site, what happens on it, what must hold."""
