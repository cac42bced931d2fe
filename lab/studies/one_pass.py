TITLE = "x"
