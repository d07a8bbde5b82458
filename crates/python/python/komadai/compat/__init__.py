"""The names of other libraries, so that a script runs with one changed import."""
