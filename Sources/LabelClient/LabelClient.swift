// The client follows.
