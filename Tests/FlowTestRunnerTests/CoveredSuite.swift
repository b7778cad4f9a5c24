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

/// Scripts whose flows run in this process, and what they cover.
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

  /// A counter that knows all there is, and has counted some of the flows.
  func counter(running flows: [String]? = nil) async throws -> CoverageCounter {
    let counter = CoverageCounter()
    counter.add(program)
    let keyring = Keyring(randomBytes: ThisMachine.randomBytes)
    for org in program.orgs.values {
      let source = org.script.source
      switch try NamedOrg.make(org, in: program, ValueSources(), keyring) {
      case .simulated(let made, _, _): counter.add(made, in: source)
      case .nextAuth(let made, _): counter.add(made, in: source)
      case .mobileIdP(let made, _, _): counter.add(made, in: source)
      case .issuer: continue
      }
    }
    for flow in program.flows where flows?.contains(flow.name) ?? true {
      for plan in RunPlan.make(
        program: program, flow: flow, options: EngineCatalog.planOptions
      ).plans {
        try await run(plan, counter)
      }
    }
    return counter
  }

  /// What some of the flows cover.
  func coverage(running flows: [String]? = nil) async throws -> Coverage {
    try await counter(running: flows).coverage
  }

  private func run(_ plan: RunPlan, _ counter: CoverageCounter) async throws {
    let keyring = Keyring(randomBytes: ThisMachine.randomBytes)
    let found = try NamedOrg.find(
      named: nil, for: plan, in: program, sources: ValueSources(), keyring: keyring)
    let counterpart: Counterpart
    let name: String
    var login: String?
    switch found {
    case .simulated(let org, _, _): (counterpart, name) = (.simulated(org, seed: 7), org.name)
    case .nextAuth(let org, _): (counterpart, name) = (.nextAuth(org, seed: 7), org.name)
    case .mobileIdP(let org, let loginOrg, _):
      (counterpart, name) = (.mobileIdP(org, seed: 7, login: loginOrg), org.name)
      login = loginOrg?.name
    case .issuer: return
    }
    let (log, otherLog) = (OrgTraceLog(), OrgTraceLog())
    let connected = counterpart.connect(
      clock: ManualClock(now: .seconds(1_800_000_000)), randomBytes: ThisMachine.randomBytes,
      log: log, otherLog: otherLog)
    let environment = RunEnvironment(
      clock: connected.clock, watchesRequests: false, totp: OneTimeCode.totp,
      inbox: connected.inbox, passkeys: keyring, redirect: connected.browser)
    let result = await FlowInterpreter.run(plan, engine: connected.engine, environment: environment)
    let problems = result.diagnostics.map(\.message)
    if !result.passed { Issue.record("\(plan.name): \(problems)") }
    var works: [CoverageCounter.OrgWork] = []
    if plan.engine == EngineCatalog.usual {
      works.append(.init(subject(name), log.trace))
    } else {
      works.append(.init(subject(name), otherLog.trace))
      if let login { works.append(.init(subject(login), log.trace)) }
    }
    counter.count(result, against: subject(name), works)
  }

  private func subject(_ org: String) -> CoverageSubject {
    .org(org, file: program.orgs[org]?.script.source.name)
  }
}

extension Coverage {
  /// How many flows cover an item; `nil` where there is none such.
  func hits(_ id: String) -> Int? { items.first { $0.id == id }?.hits }
}
