import FlowCLI

await main()
