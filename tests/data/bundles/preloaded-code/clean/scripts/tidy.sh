export NODE_OPTIONS="--max-old-space-size=4096"
