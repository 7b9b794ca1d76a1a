-- Html: stored texts are XML documents with a declaration. Earlier releases stored texts without one as they were given.
-- renew: the documents of stored versions are rendered again.
SELECT 1;
