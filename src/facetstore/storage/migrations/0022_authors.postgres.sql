-- Authors: a card tells who they are, so that lists know who may change an element.
-- renew: that is told for what is stored.
SELECT 1;
