import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSyntax
package import FlowHTTP
package import FlowTerminal
import IDXEngine

/// Shows what a script's flows do about a captured response.
///
/// Each rule, whether it answers and why, and what would be sent; nothing is.
package struct ResponseExplainer {
  package typealias Fault = UsageFault

  private let options: RunOptions
  private let host: Host
  private let page: JSON
  private let style: Style
  private let masker = Masker()
  private let output: MaskingSink
  private var problems: ProblemOutput
  private var status = ExitStatus.success

  package init(_ options: RunOptions, _ page: JSON, _ host: Host, _ style: Style, errors: Style) {
    self.options = options
    self.page = page
    self.host = host
    self.style = style
    output = MaskingSink(host.output, masker: masker)
    problems = ProblemOutput(output: host.errors, style: errors, masker: masker)
    for secret in options.secrets.values { masker.add(secret) }
  }

  /// Explains every flow of the script.
  ///
  /// - Returns: the status: `failed` where a flow has no answer.
  /// - Throws: `Fault` where nothing can be explained.
  package mutating func run() async throws(Fault) -> ExitStatus {
    guard let issuer = CapturedServer.issuer(of: page) else {
      throw Fault(
        message:
          "`--response`: this is no page of the Identity Engine",
        help: "`flow inspect` shows what a captured response is")
    }
    defer { problems.finish() }
    let context = try RunContext(options, host)
    let script = LoadedScript.load(options.files[0], options: context.loadOptions)
    problems.add(script.diagnostics)
    guard !script.hasErrors else { return .wrongScript }
    var names: [String] = []
    var count = 0
    for flow in script.program.flows {
      let (plans, diagnostics) = RunPlan.make(
        program: script.program, flow: flow, options: context.planOptions)
      problems.add(diagnostics)
      guard !diagnostics.contains(where: { $0.severity == .error }) else { return .wrongScript }
      names.append(flow.name)
      for plan in context.wanted(plans, of: flow.name) {
        guard plan.engine == EngineCatalog.usual else {
          throw Fault(
            message: "`\(plan.name.terminalSafe)` is of another engine than the Identity Engine",
            help: "a captured response is one of an issuer")
        }
        count += 1
        await explain(plan, at: issuer, context)
      }
    }
    guard count > 0 else {
      guard let only = options.only.first, !names.isEmpty else {
        throw Fault(message: "there is no flow to explain", help: nil)
      }
      throw RunContext.noFlow(named: only, among: names)
    }
    return status
  }

  // MARK: A flow

  private mutating func explain(
    _ plan: RunPlan, at issuer: HTTPURL, _ context: RunContext
  ) async {
    let server = CapturedServer(page)
    let clock = ManualClock(now: host.clock.now)
    let engine = IDXEngine(
      configuration: IDXConfiguration(
        issuer: issuer, clientID: "client", redirectURI: "com.example:/callback",
        isInProcess: true),
      transport: server, clock: clock, randomBytes: host.randomBytes)
    let result = await FlowInterpreter.run(
      plan, engine: engine,
      // As a run against an issuer has none.
      environment: StandIns.environment(of: plan, context, clock, masker, redirect: nil))
    output.write(style(plan.name.terminalSafe, .bold) + "\n")
    for record in result.records { write(record, of: plan) }
    if result.records.isEmpty, server.next == nil { writeEnd() }
    let hasEnded = result.records.last.map { $0.response.outcome != nil } ?? false
    // The end is exchanged by itself; where nothing answers, the transaction alone is given up.
    let answers = result.records.isEmpty || result.records.contains { $0.taken != nil }
    if answers, let request = server.next {
      write(request)
    } else if !(hasEnded && result.passed) {
      status = status.worse(.failed)
    }
    problems.add(
      result.diagnostics.filter {
        $0.kind != .interrupted && (hasEnded || $0.kind != .expectationFailed)
      })
  }

  /// Writes what a page says that ends the transaction before any rule is tried.
  private func writeEnd() {
    let response = IDXInspection(page).response
    for message in response.messages { write(message) }
    if let outcome = response.outcome { write(outcome) }
  }

  // MARK: Words

  private func write(_ record: StepRecord, of plan: RunPlan) {
    let explanation = Explanation(plan: plan, record: record)
    for message in record.response.messages { write(message) }
    for line in explanation.offered { output.write("  \(line.terminalSafe)\n") }
    if let outcome = record.response.outcome { write(outcome) }
    for verdict in explanation.verdicts { output.write(line(of: verdict)) }
    if let taken = record.taken {
      output.write("  → \(MoveText.text(taken, at: record.response).terminalSafe)\n")
    } else if let decided = record.decided {
      // It applies, and can't be carried out: the problem says why.
      let redirect = record.response.steps[decided.step].redirect
      if let url = redirect.flatMap({ HTTPURL($0.address.reveal()) }) {
        output.write("  → follow to \(text(of: url))\n")
      }
    } else if record.response.outcome == nil, let line = explanation.line {
      output.write("  no rule answers; \(style(line.terminalSafe, .name)) would\n")
    }
  }

  private func write(_ message: Message) {
    output.write("  says \(style(message.text.terminalSafe, .caution))\n")
    for link in message.links { output.write("    links to \(link.terminalSafe)\n") }
  }

  private func write(_ outcome: Outcome) {
    output.write("  ended: \(outcome.rawValue); the sign-in ends here, and no rule can answer\n")
  }

  /// An address without its query, which may hold a token of the transaction.
  private func text(of url: HTTPURL) -> String {
    (url.origin + url.path + (url.query == nil ? "" : "?" + Secret.mask)).terminalSafe
  }

  private func line(of verdict: Explanation.Verdict) -> String {
    let mark =
      switch verdict.answers {
      case true?: style("answers", .good)
      case false?: style("no     ", .caution)
      case nil: style("–      ", .dim)
      }
    let text =
      verdict.place.text.utf8.split(separator: UInt8(ascii: "\n"))
      .first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let reason = verdict.reason.isEmpty ? "" : style("  (\(verdict.reason.terminalSafe))", .dim)
    return "    \(mark)  \(RunTrace.place(verdict.place))  \(text.terminalSafe)\(reason)\n"
  }

  private func write(_ request: HTTPRequest) {
    output.write(
      "  sends \(request.method.rawValue) \(text(of: request.url))\n")
    switch request.body {
    case .json(let body):
      output.write("    " + String(decoding: hidden(body).bytes(), as: UTF8.self) + "\n")
    case .form(let pairs):
      // The exchange of the code: all but what everybody may know is secret.
      let known: Set = ["grant_type", "client_id", "redirect_uri", "scope"]
      for pair in pairs {
        let value = known.contains(pair.name) ? pair.value : Secret.mask
        output.write("    \(pair.name.terminalSafe) = \(value.terminalSafe)\n")
      }
    case .none, .bytes: break
    }
  }

  /// The members that let anyone go on with the transaction: its handle, and a device's challenge.
  private static let hiddenMembers: Set = ["stateHandle", "challengeRequest"]

  /// A body without the handle of the transaction and without signed tokens (RFC 7515).
  private func hidden(_ body: JSON) -> JSON {
    switch body {
    case .object(var object):
      for member in object.members {
        let isHidden = Self.hiddenMembers.contains(member.name)
        object[member.name] = isHidden ? .string(Secret.mask) : hidden(member.value)
      }
      return .object(object)
    case .array(let elements): return .array(elements.map(hidden))
    case .string(let text) where Self.isToken(text): return .string(Secret.mask)
    default: return body
    }
  }

  /// Whether a text looks like a signed token: a JSON object in base64url, and two parts more.
  private static func isToken(_ text: String) -> Bool {
    text.hasPrefix("eyJ") && text.utf8.count { $0 == UInt8(ascii: ".") } == 2
  }
}
