"""Mail: notices are sent to those who want it, at once or once a day."""
