export NODE_OPTIONS="--require /tmp/x.js"
