"""What the pages of a site say."""
