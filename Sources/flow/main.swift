import FlowCLI

await runProcess()
