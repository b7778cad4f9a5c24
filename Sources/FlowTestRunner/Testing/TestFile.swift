import FlowChecker
import FlowDiagnostics
import FlowAuthenticators
import FlowHost
import FlowSimulation
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowLock
import IDXEngine
import SimulatorKit

/// A loaded script and its tests.
final class TestFile: Sendable {
  /// The normalized path of the script.
  let path: String
  let script: LoadedScript
  /// The tests, in the order of the flows and their rows.
  let cases: [TestCase]
  /// The warnings outside its flows.
  let warnings: [Diagnostic]
  /// The tables of line starts of its scripts.
  let lines: LineTables
  /// The literal secrets of its scripts.
  let literals = ScriptLiterals()
  /// The orgs of the script's flows that were already created.
  private let orgs = Mutex<[OrgKey: Prepared]>([:])

  var program: Program { script.program }

  /// The values that determine which org a flow uses.
  private struct OrgKey: Hashable, Sendable {
    var org: String?
    var engine: String
  }

  /// An org with the passkeys of its users, or the reason why the org couldn't be created.
  struct Prepared: Sendable {
    var org: Result<NamedOrg?, RunTrouble>
    var keyring: Keyring
  }

  /// Loads a script.
  init(_ path: String, _ context: RunContext) {
    self.path = path
    var load = context.loadOptions
    load.foundBelow = context.given.foldersFound(path)
    let script = LoadedScript.load(path, options: load)
    self.script = script
    var lines = LineTables()
    for script in script.program.scripts { _ = lines.line(of: 0, in: script.source) }
    self.lines = lines
    guard !script.hasErrors else {
      let isTest = !TestFile.lacksOnlyValues(script)
      cases = isTest ? [TestCase(id: path, name: path, trouble: script.diagnostics)] : []
      warnings = []
      return
    }
    var cases: [TestCase] = []
    var seen: Set<String> = []
    let warned = script.diagnostics.filter(FileWarnings.isTold)
    var others = warned
    var claimed: Set<Diagnostic> = []
    for flow in script.program.flows {
      let (plans, diagnostics) = RunPlan.make(
        program: script.program, flow: flow, options: context.planOptions)
      let place = Place(flow.script.source, flow.nameRange)
      let isWrong = diagnostics.contains { $0.severity == .error }
      let tests = isWrong ? [(flow.name, nil)] : plans.map { ($0.name, Optional($0)) }
      let planned = diagnostics.filter(FileWarnings.isTold)
      let warnings = TestFile.warnings(warned + planned, of: flow)
      others += planned
      claimed.formUnion(warnings)
      for (row, (name, plan)) in tests.enumerated() {
        var test = TestCase(
          id: TestCase.id(name, in: path), name: name, flow: flow.name, number: row + 1,
          place: place, tags: flow.tags, plan: plan, trouble: isWrong ? diagnostics : [],
          warnings: row == 0 ? warnings : [])
        var number = row + 1
        while !seen.insert(test.id).inserted {
          test.mark = " #\(number)"
          test.id = TestCase.id(name + test.mark, in: path)
          number += 1
        }
        cases.append(test)
      }
    }
    self.cases = cases
    self.warnings = others.filter { !claimed.contains($0) }
  }

  /// Returns the warnings about a flow.
  ///
  /// The warnings matter even if the flow passes: a misspelled name can make an expectation always
  /// hold.
  private static func warnings(
    _ told: [Diagnostic], of flow: Program.FlowUnit
  ) -> [Diagnostic] {
    guard !told.isEmpty else { return [] }
    let statements = flow.body.map(\.range)
    return told.filter { diagnostic in
      guard let place = diagnostic.place, place.source.name == flow.script.source.name else {
        return false
      }
      return statements.contains { $0.start <= place.range.start && place.range.end <= $0.end }
    }
  }

  /// Returns a test that was found when the suite was read.
  ///
  /// If the script has changed since, the test with the same id is returned.
  func test(_ item: TestSuite.Item) -> TestCase {
    if cases.indices.contains(item.test), cases[item.test].id.hashValue == item.id {
      return cases[item.test]
    }
    if let test = cases.first(where: { $0.id.hashValue == item.id }) { return test }
    // If the script can't be read any more, its error is reported instead.
    if let whole = cases.first, whole.place == nil { return whole }
    let name = "\(path) #\(item.test + 1)"
    return TestCase(
      id: name, name: name,
      trouble: [
        Diagnostic(
          .fileNotReadable(path: path, reason: "it changed, and one of its tests is gone"), at: nil)
      ])
  }

  /// The paths of all files that the tests depend on: the script, its imports (even missing files),
  /// and the files that values are read from.
  var sources: [String] {
    var files = [path] + program.scripts.map(\.source.name)
    for test in cases {
      for file in test.plan?.valueFiles ?? [] {
        files.append(ValueFile.resolve(file.path, besides: file.script))
      }
      for diagnostic in test.trouble {
        let isOfImport =
          diagnostic.kind == .importMissing || diagnostic.kind == .importNotReadable
        if isOfImport { files += diagnostic.problem.names }
      }
    }
    return files
  }

  /// Whether a script has no flows, and its only errors are that values of its orgs aren't set.
  private static func lacksOnlyValues(_ script: LoadedScript) -> Bool {
    script.program.flows.isEmpty
      && script.diagnostics.allSatisfy { $0.severity == .warning || $0.kind == .missingValues }
  }

  /// Returns the org that a flow uses.
  ///
  /// An org is created only once for all flows that use it.
  func org(of plan: RunPlan, _ context: RunContext) -> Prepared {
    orgs.withLock { orgs in
      let key = OrgKey(org: plan.org, engine: plan.engine)
      if let prepared = orgs[key] { return prepared }
      let keyring = context.keyring.copy()
      let org = Result { () throws(RunTrouble) in
        try context.namedOrg(of: plan, in: script, keyring)
      }
      let prepared = Prepared(org: org, keyring: keyring)
      orgs[key] = prepared
      return prepared
    }
  }

  /// Returns the address of a real issuer that the script's flows may sign in at; `nil` if there is
  /// none.
  ///
  /// - Parameters:
  ///   - permissions: The hosts that `--live` allows.
  ///   - engines: The engines that scripts may use.
  /// - Returns: The address of the first such issuer.
  func issuer(allowedBy permissions: RunPermissions, _ engines: EngineCatalog) -> String? {
    for org in program.orgs.values where org.node.address != nil {
      let settings = engines.readIssuer(org, sources: ValueSources()).settings
      if let issuer = settings.issuer?.value, permissions.isLive(issuer) {
        return "\(issuer)"
      }
    }
    return nil
  }

  /// Returns the name of the org that a flow uses.
  func orgName(of plan: RunPlan) -> String {
    if let name = plan.org { return name }
    let names = program.orgs.filter { EngineCatalog.engine(of: $0.value) == plan.engine }.keys
    return names.count == 1 ? names.first ?? DemoOrg.name : DemoOrg.name
  }

  /// Adds the coverage items of a flow's script, and the items of its org if the org is simulated.
  func add(to counter: CoverageCounter, _ plan: RunPlan, _ context: RunContext) {
    counter.add(program)
    guard let named = try? org(of: plan, context).org.get() else { return }
    guard case .simulated(let org, _, let isDemo) = named else { return }
    for part in org.parts { counter.add(part, in: source(part.name, isDemo: isDemo, context)) }
  }

  /// Returns the org or issuer that a flow's coverage is counted for.
  func subject(
    of plan: RunPlan, _ target: RunTarget, _ context: RunContext
  ) -> CoverageSubject {
    if case .issuer(let configuration, _) = target.counterpart {
      return .issuer("\(configuration.issuer)")
    }
    let name = context.orgName ?? orgName(of: plan)
    return .org(name, file: source(name, isDemo: target.isDemo, context)?.name)
  }

  /// Returns the actions of the simulated orgs during a run; empty for a real issuer.
  func works(
    _ target: RunTarget, _ logs: OrgTraceLogs?, _ context: RunContext
  ) -> [CoverageCounter.OrgWork] {
    guard let logs, case .simulated(let org, _, _) = target.counterpart else { return [] }
    return org.parts.map { part in
      let file = source(part.name, isDemo: target.isDemo, context)?.name
      return CoverageCounter.OrgWork(.org(part.name, file: file), logs.log(of: part.name).trace)
    }
  }

  /// Returns the file of an org; `nil` for a built-in org.
  private func source(_ name: String, isDemo: Bool, _ context: RunContext) -> SourceFile? {
    if isDemo { return nil }
    return (context.orgProgram ?? program).orgs[name]?.script.source
  }
}

/// A test: a flow, one row of a flow, or the problem that prevents the tests of a file.
struct TestCase: Sendable {
  /// A unique id that is the same in every run.
  var id: String
  var name: String
  /// The name of the flow without the values of its row.
  var flow = ""
  /// The number of the row, from 1.
  var number = 1
  /// The suffix that makes the name unique, if an earlier row has the same values.
  var mark = ""
  /// The location of the flow's name; `nil` if the test stands for the whole file.
  var place: Place?
  var tags: [String] = []
  var plan: RunPlan?
  /// The reasons why the test can't run; empty if it can.
  var trouble: [Diagnostic] = []
  /// The checker's warnings about the flow.
  ///
  /// The warnings are reported with the flow's first row.
  var warnings: [Diagnostic] = []

  /// Returns the id of a test.
  static func id(_ name: String, in file: String) -> String { "\(file): \(name)" }

  /// Returns the text that determines the shard of the test: its name, and the name of its file.
  ///
  /// The folder isn't included, because the machines of one run may have the suite in different
  /// folders.
  func shardKey(in file: String) -> String {
    let base = file.split(separator: "/").last.map(String.init) ?? file
    return place == nil ? base : TestCase.id(name, in: base)
  }
}
