"""What agents ask for: answers by outcome, made of what one caller may see."""
