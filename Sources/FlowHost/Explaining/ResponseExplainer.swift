import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSyntax
package import FlowHTTP
package import FlowTerminal
import FlowText
import IDXEngine

/// Shows how the flows of a script would answer a captured response.
///
/// The output lists each rule with whether it answers and why, and the request that would be sent.
/// Nothing is sent.
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

  /// Explains all flows of the script.
  ///
  /// - Returns: The status. It is `failed` if a flow doesn't answer the response.
  /// - Throws: `Fault` if the captured response isn't a page, or no flow can be explained.
  package mutating func run() async throws(Fault) -> ExitStatus {
    guard let issuer = CapturedServer.issuer(of: page) else {
      throw Fault(
        message:
          "`--response`: this isn't a page of the Identity Engine",
        help: "`flow inspect` shows the contents of a captured response")
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
            message: "`\(plan.name)` uses another engine than the Identity Engine",
            help: "captured responses come from an issuer")
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
      // Like a run against an issuer without a browser, this run can't follow redirects.
      environment: StandIns.environment(of: plan, context, clock, masker, redirect: nil))
    output.print(style("\(plan.name)", as: .bold) + "\n")
    for record in result.records { write(record, of: plan) }
    if result.records.isEmpty, server.next == nil { writeEnd() }
    let hasEnded = result.records.last.map { $0.response.outcome != nil } ?? false
    // Exchanging the code at the end needs no rule. If no rule answers, the only request abandons
    // the transaction.
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

  /// Prints the messages and the outcome of a page that ends the transaction, so that no rule is
  /// tried.
  private func writeEnd() {
    let response = IDXInspection(page).response
    for message in response.messages { write(message) }
    if let outcome = response.outcome { write(outcome) }
  }

  // MARK: Texts

  private func write(_ record: StepRecord, of plan: RunPlan) {
    let explanation = Explanation(plan: plan, record: record)
    for message in record.response.messages { write(message) }
    for line in explanation.offered { output.print("  \(line)\n") }
    if let outcome = record.response.outcome { write(outcome) }
    for verdict in explanation.verdicts { output.print(line(of: verdict)) }
    if let taken = record.taken {
      output.print("  → \(MoveText.text(taken, at: record.response))\n")
    } else if let decided = record.decided {
      // The rule applies but can't be performed. The problem shows why.
      let redirect = record.response.steps[decided.step].redirect
      if let url = redirect.flatMap({ HTTPURL($0.address.reveal()) }) {
        output.print("  → follow to \(text(of: url))\n")
      }
    } else if record.response.outcome == nil, let line = explanation.line {
      output.print("  no rule answers; \(style("\(line)", as: .name)) would\n")
    }
  }

  private func write(_ message: Message) {
    output.print("  says \(style("\(message.text)", as: .caution))\n")
    for link in message.links { output.print("    links to \(link)\n") }
  }

  private func write(_ outcome: Outcome) {
    output.print("  ended: \(outcome.rawValue); the sign-in ends here, and no rule can answer\n")
  }

  /// Returns an address with its query masked, because the query may contain a token.
  private func text(of url: HTTPURL) -> String {
    url.origin + url.path + (url.query == nil ? "" : "?" + Secret.mask)
  }

  private func line(of verdict: Explanation.Verdict) -> TerminalText {
    let mark =
      switch verdict.answers {
      case true?: style("answers", as: .good)
      case false?: style("no     ", as: .caution)
      case nil: style("–      ", as: .dim)
      }
    let text =
      verdict.place.text.utf8.split(separator: UInt8(ascii: "\n"))
      .first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let reason: TerminalText =
      verdict.reason.isEmpty ? "" : style("  (\(verdict.reason))", as: .dim)
    return "    \(mark)  \(RunTrace.place(verdict.place))  \(text)\(reason)\n"
  }

  private func write(_ request: HTTPRequest) {
    output.print(
      "  sends \(request.method.rawValue) \(text(of: request.url))\n")
    switch request.body {
    case .json(let body):
      output.print("    \(String(decoding: hidden(body).bytes(), as: UTF8.self))\n")
    case .form(let pairs):
      // This is the exchange of the code. All other fields are secret.
      let known: Set = ["grant_type", "client_id", "redirect_uri", "scope"]
      for pair in pairs {
        let value = known.contains(pair.name) ? pair.value : Secret.mask
        output.print("    \(pair.name) = \(value)\n")
      }
    case .none, .bytes: break
    }
  }

  /// The members with which anyone could continue the transaction.
  private static let hiddenMembers: Set = ["stateHandle", "challengeRequest"]

  /// Returns a body with the transaction's handle and signed tokens (RFC 7515) masked.
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

  /// Whether a text looks like a signed token: a JSON object in base64url, and two more parts.
  private static func isToken(_ text: String) -> Bool {
    text.hasPrefix("eyJ") && text.utf8.count { $0 == UInt8(ascii: ".") } == 2
  }
}
