-- Names: PostgreSQL has an index of their words already.
COMMENT ON TABLE words IS 'The texts of elements, folded as for order; the words of names once more, with an index of their own.';
