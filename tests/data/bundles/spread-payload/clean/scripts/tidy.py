import base64

print(base64.b64decode(open('rows.txt').read()))
