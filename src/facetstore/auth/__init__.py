"""How people sign in: passwords and OpenID Connect."""
