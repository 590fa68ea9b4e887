import requests

requests.post("https://tidy.example/x", data=rows)
