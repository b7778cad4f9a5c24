import FlowDiagnostics
import FlowAuthenticators
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import OktaSimulator
import FlowSyntax
import Testing

@testable import FlowTestRunner
import SimulatorKit
import MobileIdPSimulator
import NextAuthSimulator

/// Scripts whose flows run in this process, and their coverage.
struct CoveredSuite {
  let program: Program

  init(_ text: String, name: String = "suite.flow") throws {
    let loaded = LoadedScript.load(
      SourceFile(name: name, text: text), options: LoadedScript.Options(orgs: .simulated))
    let problems = loaded.diagnostics.filter { $0.severity == .error }.map(\.message)
    try #require(problems.isEmpty, "\(problems)")
    program = loaded.program
  }

  /// The names of its flows.
  var names: [String] { program.flows.map(\.name) }

  /// A counter that knows all items, and has counted some of the flows.
  func counter(running flows: [String]? = nil) async throws -> CoverageCounter {
    let counter = CoverageCounter()
    counter.add(program)
    let keyring = Keyring(randomBytes: ThisMachine.randomBytes)
    for org in program.orgs.values {
      let source = org.script.source
      let named = NamedOrg.make(org, in: program, ValueSources(), keyring)
      guard case .simulated(let made, _, _)? = named.org else { continue }
      counter.add(made, in: source)
    }
    for flow in program.flows where flows?.contains(flow.name) ?? true {
      for plan in RunPlan.make(
        program: program, flow: flow, options: EngineCatalog.standard.planOptions
      ).plans {
        try await run(plan, counter)
      }
    }
    return counter
  }

  /// The coverage of some of the flows.
  func coverage(running flows: [String]? = nil) async throws -> Coverage {
    try await counter(running: flows).coverage
  }

  private func run(_ plan: RunPlan, _ counter: CoverageCounter) async throws {
    let keyring = Keyring(randomBytes: ThisMachine.randomBytes)
    let found = NamedOrg.find(
      named: nil, for: plan, in: program, sources: ValueSources(), keyring: keyring)
    guard case .simulated(let org, _, _)? = found.org else { return }
    let logs = OrgTraceLogs()
    let connected = Counterpart.simulated(org, seed: 7).connect(
      clock: ManualClock(now: .seconds(1_800_000_000)), randomBytes: ThisMachine.randomBytes,
      logs: logs)
    let environment = RunEnvironment(
      clock: connected.clock, watchesRequests: false, totp: OneTimeCode.totp,
      inbox: connected.inbox, passkeys: keyring, redirect: connected.browser)
    let result = await FlowInterpreter.run(plan, engine: connected.engine, environment: environment)
    let problems = result.diagnostics.map(\.message)
    if !result.passed { Issue.record("\(plan.name): \(problems)") }
    let works = org.parts.map { part in
      CoverageCounter.OrgWork(subject(part.name), logs.log(of: part.name).trace)
    }
    counter.count(result, against: subject(org.name), works)
  }

  private func subject(_ org: String) -> CoverageSubject {
    .org(org, file: program.orgs[org]?.script.source.name)
  }
}

extension Coverage {
  /// The number of flows that cover an item; `nil` if the item doesn't exist.
  func hits(_ id: String) -> Int? { items.first { $0.id == id }?.hits }
}
