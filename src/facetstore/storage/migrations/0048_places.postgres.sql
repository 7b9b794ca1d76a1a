-- Where users have put the shape of a diagram, as [across, down]: it stands in the row that is hidden together with its shape (0139).

ALTER TABLE shape ADD COLUMN place TEXT COLLATE "C";
