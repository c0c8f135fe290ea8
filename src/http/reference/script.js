// Comforts only: the page is complete without them.
