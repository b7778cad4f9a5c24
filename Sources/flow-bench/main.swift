import Foundation

let options = BenchOptions(Array(CommandLine.arguments.dropFirst()))
let report = Report(isJSON: options.isJSON)
let bench = Bundle.main.executablePath ?? CommandLine.arguments[0]

switch options.task {
case .show(let text): print(text)
case .printPeak(let bytes): SyntaxBench.printPeak(bytes: bytes)
case .printSignInPeaks(let counts):
  if let signIn = SignIn() { await LoopbackBench.printPeaks(after: counts, signIn) }
case .printRequestPeaks(let counts):
  if let signIn = SignIn() { await ServerBench.printPeaks(after: counts, signIn) }
case .printWalkPeaks(let counts): ExploreBench.printPeaks(after: counts)
case .printAuditPeaks(let counts): AuditBench.printPeaks(rules: counts)
case .measure:
  report.begin()
  for group in options.groups { await measure(group) }
}

func measure(_ group: BenchOptions.Group) async {
  let name = group.rawValue
  switch group {
  case .run: ProcessBench.run(report, name, bench: bench)
  case .suite: SuiteBench.run(report, name, bench: bench)
  case .reports: ReportBench.run(report, name, bench: bench)
  case .memory:
    SyntaxBench.memory(report, name, bench: bench)
    LoopbackBench.memory(report, name, bench: bench)
    ServerBench.memory(report, name, bench: bench)
    ExploreBench.memory(report, name, bench: bench)
    AuditBench.memory(report, name, bench: bench)
  case .lex: SyntaxBench.lexing(report, name)
  case .parse: SyntaxBench.parsing(report, name)
  case .check: SyntaxBench.checking(report, name)
  case .format: SyntaxBench.formatting(report, name)
  case .gherkin: GherkinBench.run(report, name)
  case .editor: EditorBench.run(report, name)
  case .explore: ExploreBench.run(report, name)
  case .audit: AuditBench.run(report, name)
  case .tenant: TenantBench.run(report, name, bench: bench)
  case .json, .signIns, .loopback, .server:
    guard let signIn = SignIn() else {
      report.skip(name, of: name, because: "the sign-in's script or org has a problem")
      return
    }
    switch group {
    case .signIns:
      await SignInBench.run(report, name, signIn)
      TestOrgBench.run(report, name)
    case .loopback: await LoopbackBench.run(report, name, signIn)
    case .server: await ServerBench.run(report, name, signIn)
    default: JSONBench.run(report, name, pages: await SignInPages.bytes(signIn))
    }
  }
}
