for line in SyntaxBench.run() { print(line.line) }
