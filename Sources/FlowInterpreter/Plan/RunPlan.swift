public import FlowDiagnostics
public import FlowEngine
public import FlowSyntax

/// A flow that is ready to run, for one of its rows.
///
/// The flow's names are resolved and its words are normalized. A plan can run any number of times.
public struct RunPlan: Sendable {
  /// The flow's name, followed by the values of the row in brackets if the flow has rows.
  public let name: String
  /// The words after `tagged`.
  public let tags: [String]
  /// The name of the engine.
  public let engine: String
  /// The name of the org after `against`; `nil` if there is none.
  public let org: String?
  /// The word after `start`.
  public let intent: String
  /// The location of the flow's name.
  public let place: Place
  /// The failure that the flow declares as known; `nil` if the flow must pass.
  public let known: KnownFailure?

  let parameters: [PlannedAnswer]
  let rules: [PlannedRule]
  let expectations: [PlannedExpect]
  let slots: [Slot]
  /// The values that can answer a field without a value, in the order in which they are tried.
  let named: [NamedSlot]
  /// The profiles' answers, in the order of `use`.
  let answers: [NamedSlot]
  /// The labels that are computed at the start of a run.
  let labels: [PlannedValue]
  let needs: [Need]
  /// The first line that reads a code from an inbox; `nil` if no line does.
  ///
  /// The run then doesn't watch the inbox.
  let inboxPlace: Place?
  /// The words of the engine that had another spelling, for comparisons.
  let oldSpellings: OldSpellings
  /// The names of the values from outside (`PlanOptions.variables`) that a run may use.
  package let usedVariables: Set<String>

  /// The maximum total size of the scripts of all plans of one flow, in bytes.
  ///
  /// Each row counts the whole script again.
  ///
  /// A plan takes a multiple of its script's size. A flow with a row for each of many users has a
  /// few kilobytes.
  static let rowBytesMax = 16 << 20

  /// The maximum length of a chain of names that refer to each other.
  ///
  /// A longer chain is a mistake, and each name needs space on the stack.
  public static let nameDepthMax = 100

  /// The maximum number of parts of a label that is computed before the run.
  ///
  /// Names that contain each other could grow tenfold with each line.
  static let fixedPartsMax = 100

  /// Creates one plan for each row of a flow.
  ///
  /// - Parameters:
  ///   - program: The program of the flow.
  ///   - flow: The flow.
  ///   - options: Further options.
  /// - Returns: The plans and the diagnostics. A plan with an error must not be run.
  public static func make(
    program: Program, flow: Program.FlowUnit, options: PlanOptions = PlanOptions()
  ) -> (plans: [RunPlan], diagnostics: [Diagnostic]) {
    let rows = Rows(of: flow)
    if let diagnostic = rows.diagnostic { return ([], [diagnostic]) }
    var plans: [RunPlan] = []
    var diagnostics: [Diagnostic] = []
    var bytes = 0
    for row in rows.rows {
      var builder = PlanBuilder(program: program, flow: flow, row: row, options: options)
      let plan = builder.build()
      bytes += plan.bytes
      guard plans.isEmpty || bytes <= rowBytesMax else {
        let problem = Problem.valueFailed(message: "this flow is too long for so many rows")
        return (
          [],
          [Diagnostic(problem, at: plan.place, help: "remove rows, or rules that no row needs")]
        )
      }
      plans.append(plan)
      for diagnostic in builder.diagnostics where !diagnostics.contains(diagnostic) {
        diagnostics.append(diagnostic)
      }
    }
    return (plans, diagnostics)
  }

  /// The files that the flow reads values from, with the paths that the scripts write.
  package var valueFiles: [(path: String, script: String)] {
    needs.compactMap { need in
      guard case .file(let path) = need.kind else { return nil }
      return (path, need.place.source.name)
    }
  }

  /// The size of the plan's script in bytes.
  private var bytes: Int {
    let places = rules.map(\.place) + expectations.map(\.place) + slots.map(\.value.place)
    return places.reduce(0) { $0 + Int($1.range.end - $1.range.start) }
  }

  // MARK: Values that leave this machine

  /// The values from outside that the flow may send, without duplicates, in the order of the
  /// script.
  ///
  /// The values of `--var` come last.
  package var outsideValues: [OutsideValue] {
    let values = needs.compactMap { need -> OutsideValue? in
      let script = need.place.source.name
      return switch need.kind {
      case .env(let name): .env(name)
      case .secret(let name): .secret(name)
      case .file(let path): .file(path: path, script: script)
      case .computedFile: .computedFile(script: script)
      case .command(let command): .command(command, script: script)
      case .person, .passkeys: nil
      }
    }
    return values + usedVariables.sorted().map { .variable($0) }
  }

  /// Returns one diagnostic for all variables that the flow needs but may not read.
  ///
  /// - Parameters:
  ///   - sources: The sources of the variables.
  ///   - asks: Whether the user can type a secret at a terminal instead.
  ///   - others: The refusals for the settings of the flow's org. Their variables are listed too.
  /// - Returns: The diagnostic, at the first of them; `nil` if no variable is refused.
  package func refusal(
    by sources: ValueSources, asks: Bool, and others: [Diagnostic] = []
  ) -> Diagnostic? {
    var refused: [(text: String, place: Place?)] = []
    for other in others where other.kind == .envNotAllowed {
      refused += other.problem.names.map { ($0, other.place) }
    }
    // A value that isn't required before the run is refused only when a rule uses it.
    for need in needs where need.time.isDemanded {
      switch need.kind {
      case .env(let name) where !sources.allows(name):
        refused.append(("env \(name)", need.place))
      case .secret(let name) where !asks && sources.isRefused(name):
        refused.append(("secret \(name)", need.place))
      default: continue
      }
    }
    guard let first = refused.first else { return nil }
    var texts: [String] = []
    for (text, _) in refused where !texts.contains(text) { texts.append(text) }
    let labels = refused.dropFirst().compactMap { refusal in
      refusal.place.map { Diagnostic.PlaceLabel($0, "also not allowed") }
    }
    return Diagnostic(.envNotAllowed(texts), at: first.place, labels: labels)
  }

  /// The literal secrets of the script: the texts of a row or a `let` that answer a secret field.
  ///
  /// These texts are masked before the run, because its first line may show a row's values.
  public var writtenSecrets: [Secret] {
    var secrets: [Secret] = []
    func take(_ value: PlannedValue?, _ depth: Int = 0) {
      switch value?.content {
      case .constant(.text(let text))?: secrets.append(Secret(text))
      case .slot(let index)? where slots.indices.contains(index) && depth < RunPlan.nameDepthMax:
        take(slots[index].value, depth + 1)
      default: break
      }
    }
    for action in rules.flatMap(\.actions) {
      for answer in action.fields where SecretFieldName.contains(answer.written) {
        take(answer.value)
      }
    }
    for slot in named + answers where SecretFieldName.contains(slot.word.text) {
      take(PlannedValue(content: .slot(slot.slot), place: place))
    }
    return secrets
  }

  // MARK: Contents

  /// Whether an expectation or an `expect` action tests a fact whose name fulfills `isWanted`.
  package func expects(_ isWanted: (String) -> Bool) -> Bool {
    if expectations.contains(where: { $0.condition?.tests(isWanted) == true }) { return true }
    return rules.contains { rule in
      rule.actions.contains { action in
        if case .expect(let expect) = action.kind {
          expect.condition?.tests(isWanted) == true
        } else {
          false
        }
      }
    }
  }
}

/// Something that a run needs from outside the script.
struct Need: Sendable {
  var kind: Kind
  var place: Place
  var time: Time

  /// When a need is required.
  enum Time: Sendable {
    /// Before the first request.
    case start
    /// When one of the flow's rules applies.
    ///
    /// The run still requires it before the first request.
    case rule
    /// When a profile that also serves other engines uses it.
    ///
    /// The run doesn't require it before that.
    case maybe
    /// Never: only rules that can't apply at the flow's engine use it.
    case never

    /// Whether the run requires the need before the first request.
    var isDemanded: Bool { self == .start || self == .rule }
  }

  enum Kind: Sendable, Hashable {
    case env(String)
    case secret(String)
    case file(String)
    /// A file whose path is computed during the run.
    case computedFile
    /// The user's answer to the question with this label.
    case person(String)
    /// Software that holds passkeys.
    case passkeys
    /// Permission to run this program, shown as a text.
    case command(String)
  }
}

extension PlannedAction {
  /// The fields that the action answers.
  var fields: [PlannedAnswer] {
    switch kind {
    case .answer(let answers): answers
    case .choose(let options): options.flatMap(\.fields)
    default: []
    }
  }
}
