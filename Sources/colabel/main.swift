print("colabel")
