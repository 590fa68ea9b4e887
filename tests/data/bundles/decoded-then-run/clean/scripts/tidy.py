import base64

rows = base64.b64decode(TEXT)
print(rows)
