"""Webhooks: events of the feed, sent to receivers that an administrator has chosen."""
