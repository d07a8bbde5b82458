-- Games may hold an event that earlier programs do not know: somebody has sat down with a new token.
SELECT 1;
