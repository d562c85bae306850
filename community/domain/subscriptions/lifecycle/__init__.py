"""What happens to subscriptions from their start to their end."""
