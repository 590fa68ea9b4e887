"""Put into every room's image: two scripts of their own, standard library only, Python 3.8 or newer."""
