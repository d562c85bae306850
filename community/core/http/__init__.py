"""HTTP rules that do not depend on a framework, such as cookies and content negotiation."""
