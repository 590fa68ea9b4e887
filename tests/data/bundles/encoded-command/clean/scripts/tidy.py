ROWS = "bmFtZTtzaXplO2NvbG91cjt3ZWlnaHQ7bm90ZQ=="
