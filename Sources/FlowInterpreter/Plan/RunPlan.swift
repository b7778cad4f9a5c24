public import FlowDiagnostics
public import FlowEngine
public import FlowSyntax

/// A flow that is ready to run: one row of it, with its names resolved and its words normalized.
///
/// `make` creates it once, and it can run any number of times.
public struct RunPlan: Sendable {
  /// The flow's name.
  ///
  /// With rows, their values follow in brackets.
  public let name: String
  /// The words after `tagged`.
  public let tags: [String]
  /// The engine.
  public let engine: String
  /// The org after `against`.
  public let org: String?
  /// The word after `start`.
  public let intent: String
  /// The location of the flow's name.
  public let place: Place
  /// The flow's known failure; `nil` if it must pass.
  public let known: KnownFailure?

  let parameters: [PlannedAnswer]
  let rules: [PlannedRule]
  let expectations: [PlannedExpect]
  let slots: [Slot]
  /// The values for bare fields, in the order in which they are tried.
  let named: [NamedSlot]
  /// The profiles' answers, in the order of `use`.
  let answers: [NamedSlot]
  /// The labels that are evaluated at the start of a run.
  let labels: [PlannedValue]
  let needs: [Need]
  /// The first line that reads a code from an inbox, which the run must then watch; `nil` if none
  /// does.
  let inboxPlace: Place?
  /// The names of the values from outside (`PlanOptions.variables`) that a run may use.
  package let usedVariables: Set<String>

  /// The most bytes of script in the plans of one flow's rows, counted for every row.
  ///
  /// A plan takes a multiple of its script, and a flow for each user of a long list has a few
  /// kilobytes.
  static let rowBytesMax = 16 << 20

  /// The longest chain of names.
  ///
  /// A longer one is a mistake, and each name costs stack.
  public static let nameDepthMax = 100

  /// The most parts of a label that is evaluated before the run.
  ///
  /// Nested names grow tenfold with each line.
  static let fixedPartsMax = 100

  /// Creates the plans of a flow, one per row.
  ///
  /// - Parameters:
  ///   - program: The program of the flow.
  ///   - flow: The flow.
  ///   - options: Further options.
  /// - Returns: The plans, and the problems. A plan with an error must not be run.
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

  /// The files that values are read from, as named in the scripts.
  package var valueFiles: [(path: String, script: String)] {
    needs.compactMap { need in
      guard case .file(let path) = need.kind else { return nil }
      return (path, need.place.source.name)
    }
  }

  /// The number of bytes of its script.
  private var bytes: Int {
    let places = rules.map(\.place) + expectations.map(\.place) + slots.map(\.value.place)
    return places.reduce(0) { $0 + Int($1.range.end - $1.range.start) }
  }

  // MARK: Values that leave this machine

  /// The values from outside that the flow may send, each once, in the order of the script.
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

  /// Returns the refusal of the variables that the flow may not read.
  ///
  /// - Parameters:
  ///   - sources: The sources of the variables.
  ///   - asks: Whether a secret is asked for at a terminal instead.
  ///   - others: Refusals of the settings of the flow's org, which are listed with the flow's own.
  /// - Returns: One problem for all of them, at the first; `nil` if there are none.
  package func refusal(
    by sources: ValueSources, asks: Bool, and others: [Diagnostic] = []
  ) -> Diagnostic? {
    var refused: [(text: String, place: Place?)] = []
    for other in others where other.kind == .envNotAllowed {
      refused += other.problem.names.map { ($0, other.place) }
    }
    // A value that isn't required is refused only if a rule uses it.
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

  /// The literal secrets of the script: values in a row or a `let` that fill a field whose name is
  /// the name of a secret.
  ///
  /// They are known before the run, because its first line may contain a row's values.
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

  /// Whether one of its expectations, including those among the actions, tests a fact.
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

/// A need of a run from outside the script.
struct Need: Sendable {
  var kind: Kind
  var place: Place
  var time: Time

  /// The time at which it is needed.
  enum Time: Sendable {
    /// Before the first request.
    case start
    /// When one of the flow's rules applies.
    ///
    /// Required before the first request.
    case rule
    /// Only by a profile that also serves other engines.
    ///
    /// Required when it is used.
    case maybe
    /// Only by rules that can't apply at the flow's engine.
    case never

    /// Whether the run requires it before the first request.
    var isDemanded: Bool { self == .start || self == .rule }
  }

  enum Kind: Sendable, Hashable {
    case env(String)
    case secret(String)
    case file(String)
    /// A file whose path is known only in the run.
    case computedFile
    /// The user, to ask for this.
    case person(String)
    /// A holder of passkeys.
    case passkeys
    /// Permission to run a program, with its text.
    case command(String)
  }
}

extension PlannedAction {
  /// The fields that it answers.
  var fields: [PlannedAnswer] {
    switch kind {
    case .answer(let answers): answers
    case .choose(let options): options.flatMap(\.fields)
    default: []
    }
  }
}
