-- Copies: a tenant that was restored into another database has another key there. Its history is proven with the key of its origin.

ALTER TABLE tenant ADD COLUMN chained_as INTEGER;
