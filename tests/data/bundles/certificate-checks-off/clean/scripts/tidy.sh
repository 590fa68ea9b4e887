export NODE_EXTRA_CA_CERTS=/etc/ssl/own.pem
