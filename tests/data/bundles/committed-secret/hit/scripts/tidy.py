token = "ghp_a8Xk2mQ9vB4nT7yR1wE5uI3oP6sD0fGhJ2kL"
