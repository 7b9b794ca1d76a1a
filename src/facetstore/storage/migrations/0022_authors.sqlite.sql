-- Authors: a card names them, so that lists know who may change an element.
-- renew: the cards of stored versions are rendered again.
SELECT 1;
