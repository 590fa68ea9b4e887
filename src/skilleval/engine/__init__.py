"""Docker: images, containers, volumes, our own container. The one importer of its SDK."""
