"""Review dates: what is released is confirmed as still right, again and again, by those who are responsible for it."""
