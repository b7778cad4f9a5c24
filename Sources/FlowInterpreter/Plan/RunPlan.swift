public import FlowDiagnostics
public import FlowEngine
public import FlowSyntax

/// A flow that is ready to run: one row of it, its names found, its words normalized.
///
/// Made once by `make`, run any number of times.
public struct RunPlan: Sendable {
  /// The flow's name; with rows, their values after it in brackets.
  public let name: String
  /// The words after `tagged`.
  public let tags: [String]
  /// The engine.
  public let engine: String
  /// The org after `against`.
  public let org: String?
  /// The word after `start`.
  public let intent: String
  /// Where the flow's name stands.
  public let place: Place
  /// Why the flow is known to fail, and how long; `nil` where it has to pass.
  public let known: KnownFailure?

  let parameters: [PlannedAnswer]
  let rules: [PlannedRule]
  let expectations: [PlannedExpect]
  let slots: [Slot]
  /// The values that a bare field may take, in the order in which they are tried.
  let named: [NamedSlot]
  /// The profiles' answers, in the order of `use`.
  let answers: [NamedSlot]
  /// The labels that are made at the start of a run.
  let labels: [PlannedValue]
  let needs: [Need]
  /// Where a code is first taken from an inbox, so that a run has to watch it; `nil` where none is.
  let inboxPlace: Place?
  /// The names of the values given from outside (`PlanOptions.variables`) that a run may use.
  package let usedVariables: Set<String>

  /// How many bytes of script the plans of one flow's rows may be made of, each counted for every
  /// row: a plan takes a multiple of them, and a flow for each user of a long list is a few
  /// kilobytes.
  static let rowBytesMax = 16 << 20

  /// How many names may stand for one another in a row: more is a slip, and each costs stack.
  public static let nameDepthMax = 100

  /// How many parts a label may be put together of before the run: names of names of names grow
  /// tenfold with each line.
  static let fixedPartsMax = 100

  /// Makes the plans of a flow, one a row.
  ///
  /// - Parameters:
  ///   - program: The program that the flow is of.
  ///   - flow: The flow.
  ///   - options: What else there is to know.
  /// - Returns: The plans, and what is wrong with them; a plan with an error must not be run.
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
          [Diagnostic(problem, at: plan.place, help: "take rows away, or rules that none needs")]
        )
      }
      plans.append(plan)
      for diagnostic in builder.diagnostics where !diagnostics.contains(diagnostic) {
        diagnostics.append(diagnostic)
      }
    }
    return (plans, diagnostics)
  }

  /// The files whose texts are values, as the scripts name them.
  package var valueFiles: [(path: String, script: String)] {
    needs.compactMap { need in
      guard case .file(let path) = need.kind else { return nil }
      return (path, need.place.source.name)
    }
  }

  /// How many bytes of script it is made of.
  private var bytes: Int {
    let places = rules.map(\.place) + expectations.map(\.place) + slots.map(\.value.place)
    return places.reduce(0) { $0 + Int($1.range.end - $1.range.start) }
  }

  // MARK: What leaves this machine

  /// The values from outside that the flow may send, each once, in the order of the script; those
  /// of `--var` come last.
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

  /// The refusal of every variable that the flow may not read.
  ///
  /// - Parameters:
  ///   - sources: Where it would be read.
  ///   - asks: Whether a secret is asked for at a terminal instead.
  ///   - others: Refusals of the settings of the flow's org, which are listed with the flow's own.
  /// - Returns: One problem for all of them, at the first; `nil` if there is none.
  package func refusal(
    by sources: ValueSources, asks: Bool, and others: [Diagnostic] = []
  ) -> Diagnostic? {
    var refused: [(text: String, place: Place?)] = []
    for other in others where other.kind == .envNotAllowed {
      refused += other.problem.names.map { ($0, other.place) }
    }
    // What isn't demanded is refused only if a rule uses it.
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
      refusal.place.map { Diagnostic.PlaceLabel($0, "not allowed either") }
    }
    return Diagnostic(.envNotAllowed(texts), at: first.place, labels: labels)
  }

  /// The secrets that the script writes out and gives by a name: what a row or a `let` fills a field
  /// with that is called as those of secrets are.
  ///
  /// They are known before the run, whose first line may have a row's values in it.
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

  // MARK: What it is about

  /// Whether one of its expectations, those among the actions too, is about a fact.
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

/// Something outside the script that a run may need.
struct Need: Sendable {
  var kind: Kind
  var place: Place
  var time: Time

  /// When it is needed.
  enum Time: Sendable {
    /// Before the first request.
    case start
    /// When one of the flow's rules applies; demanded before the first request.
    case rule
    /// Only by a profile that serves other engines too; demanded when it is used.
    case maybe
    /// Only by rules that can't apply at the flow's engine.
    case never

    /// Whether the run must have it before the first request.
    var isDemanded: Bool { self == .start || self == .rule }
  }

  enum Kind: Sendable, Hashable {
    case env(String)
    case secret(String)
    case file(String)
    /// A file whose path is known only in the run.
    case computedFile
    /// Someone to ask for this.
    case person(String)
    /// Someone who holds passkeys.
    case passkeys
    /// Permission to run a program, which is written so.
    case command(String)
  }
}

extension PlannedAction {
  /// What it answers fields with.
  var fields: [PlannedAnswer] {
    switch kind {
    case .answer(let answers): answers
    case .choose(let options): options.flatMap(\.fields)
    default: []
    }
  }
}
