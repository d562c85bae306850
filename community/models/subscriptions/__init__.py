"""Tables for the plans of the site, subscriptions, and the payments for them."""
