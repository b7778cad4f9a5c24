import FlowEngine
import FlowDiagnostics
import FlowSyntax

/// Holds a program to what the parser can't see: names, types, engines, rules that can't fire.
///
/// One pass over the flows of the first script and over every profile. Words are compared by their
/// numbers in a table; a string is made only for a problem.
struct Checker {
  let program: Program
  let options: CheckOptions
  /// The numbers of all words.
  let numbers: NameTable
  private var diagnostics: [Diagnostic] = []
  private var counts: (errors: Int, warnings: Int) = (0, 0)
  private var overflow: Diagnostic?

  // Where the check is: set by `enter`.
  private(set) var source: SourceFile
  private(set) var bytes: [UInt8] = []
  var scope: Scope
  /// The engine's words; `nil` where the engine is unknown, or differs from flow to flow.
  var words: EngineWords?
  /// Whether the flow expects to be refused, so that it gives wrong secrets on purpose.
  var expectsFailure = false
  /// Whether what stands here runs whenever its flow does: not so a profile's or file's values.
  var isRun = true
  /// Whether what is checked belongs to a profile, which may serve flows of other engines too.
  var isInProfile = false

  var profiles: ProfileTable
  /// The names that the flows of the first script declare: values, and rows.
  private(set) var flowNames = (lets: WordSet(), rows: WordSet())
  /// The values that stand outside every block, in the order of their places.
  private(set) var constants: [Program.Located<Let>] = []
  var header: FlowHeader
  var shadows: ShadowFinder
  /// The orgs that fit the engine of a flow, each by both numbers.
  var fittingOrgs = WordSet()
  /// What simulated orgs have.
  var orgs: OrgTables
  /// The orgs that the flow at hand can run against; none where that isn't known.
  var candidates: [OrgTable] = []
  /// The authenticators that the first of them lacks, by their folded numbers.
  var lackingSubjects = WordSet()
  /// Whether the flow at hand mentions one of those.
  var mentionsLacking = false
  /// What the flow at hand lets happen outside, and the org must have.
  var eventNeeds: [Need] = []
  /// What the condition at hand looks at.
  var looks = ConditionLooks()
  /// Whether the flow at hand is prepared for a message, or for a bad end.
  var isPrepared = false
  /// Room for what expectations hold the end of a run to.
  var held: [Held] = []
  /// Room for the names in the text at hand.
  var textNames: [Name] = []
  var usage: NameUsage
  /// The values of flows that their flows don't mention.
  var unmentioned: [Name] = []
  /// The profiles that the flow at hand uses, by the numbers of their names.
  var usesSeen = NumberTable()
  /// The values of files that are secrets.
  var secretConstants = WordSet()
  /// The words that were probably meant where something is wrong.
  private(set) var suggested = WordSet()

  /// How many errors, and how many warnings, are reported: more are never read.
  static let problemsMax = 100

  init(_ program: Program, _ options: CheckOptions) {
    self.program = program
    self.options = options
    numbers = NameTable(options.lexicon)
    scope = Scope(numbers)
    shadows = ShadowFinder(numbers)
    profiles = ProfileTable(numbers)
    header = FlowHeader(numbers)
    orgs = OrgTables(numbers)
    usage = NameUsage(numbers)
    source = program.scripts.first?.source ?? SourceFile(name: "", bytes: [])
  }

  /// Checks everything.
  mutating func check() {
    checkEmpty()
    collectNames()
    checkProfileCycles()
    checkConstants()
    orgs.collect(program.orgs.values)
    for flow in program.flows { check(flow) }
    usage.enter(flow: false)
    profiles.spreadEngines()
    for number in profiles.profiles.indices { checkProfile(number) }
    for org in program.orgs.values { check(org) }
    checkClaims()
    checkUnused()
  }

  /// Goes to another script.
  mutating func enter(_ script: Script) {
    guard source !== script.source || bytes.isEmpty else { return }
    source = script.source
    bytes = script.source.bytes
  }

  // MARK: Names

  /// The number of a name of the current script.
  func id(_ name: Name) -> WordID { numbers.exact(name, bytes) }

  /// The folded number of a name of the current script.
  func folded(_ name: Name) -> WordID { numbers.folded(name, bytes) }

  private mutating func collectNames() {
    if let first = program.scripts.first {
      let bytes = first.source.bytes
      flowNames.lets = WordSet(first.flowNames.lets.map { numbers.exact($0, bytes) })
      flowNames.rows = WordSet(first.flowNames.rows.map { numbers.exact($0, bytes) })
    }
    for script in program.scripts {
      for item in script.items {
        switch item {
        case .profile(let node): profiles.insert(node, in: script)
        case .statement(.constant(let node)):
          // A name's own type is found where it is used; a value of a value may be anything.
          var type = ValueType.unknown
          if case .name = node.value {
          } else {
            type = scope.type(of: node.value, script.source.bytes)
          }
          if scope.share(numbers.exact(node.name, script.source.bytes), type) {
            constants.append(Program.Located(script, node))
          }
        case .importing, .org, .flow, .claim, .statement: continue
        }
      }
    }
    for name in options.variables { _ = scope.share(numbers.exact(name), .text) }
  }

  /// The words of an engine, by its name.
  func engine(_ name: String) -> EngineWords? {
    options.lexicon.engines.first { $0.vocabulary.engine == name }
  }

  // MARK: Reporting

  /// Whether one more problem of a severity would be shown; where not, it is noted that there are
  /// more, and where.
  mutating func wants(_ severity: Diagnostic.Severity, at place: Place?) -> Bool {
    let count = severity == .error ? counts.errors : counts.warnings
    if count < Checker.problemsMax { return true }
    if overflow == nil || overflow?.severity == .warning && severity == .error {
      overflow = Diagnostic(
        .tooManyProblems(limit: Checker.problemsMax), at: place, severity: severity)
    }
    return false
  }

  /// Whether one more problem of the script at hand would be shown.
  mutating func wants(_ severity: Diagnostic.Severity, _ range: SourceRange) -> Bool {
    wants(severity, at: Place(source, range))
  }

  mutating func report(_ diagnostic: Diagnostic) {
    for word in diagnostic.problem.suggestions { suggested.insert(numbers.exact(word)) }
    guard wants(diagnostic.severity, at: diagnostic.place) else { return }
    if diagnostic.severity == .error { counts.errors += 1 } else { counts.warnings += 1 }
    diagnostics.append(diagnostic)
  }

  /// Reports a problem in the script at hand.
  mutating func report(
    _ problem: Problem, _ range: SourceRange, labels: [Diagnostic.PlaceLabel] = [],
    notes: [String] = [], help: String? = nil, severity: Diagnostic.Severity? = nil
  ) {
    report(
      Diagnostic(
        problem, at: Place(source, range), labels: labels, notes: notes, help: help,
        severity: severity))
  }

  /// Takes a warning of the script at hand back, where more is known by now than it says.
  mutating func withdraw(_ kind: ProblemKind, _ range: SourceRange) {
    let place = Place(source, range)
    let last = diagnostics.lastIndex { $0.kind == kind && $0.place == place }
    guard let last, diagnostics[last].severity == .warning else { return }
    diagnostics.remove(at: last)
    counts.warnings -= 1
  }

  func label(_ range: SourceRange, _ text: String) -> Diagnostic.PlaceLabel {
    Diagnostic.PlaceLabel(Place(source, range), text)
  }

  /// The problems by file and place.
  func sortedDiagnostics() -> [Diagnostic] {
    program.sorted(diagnostics) + (overflow.map { [$0] } ?? [])
  }
}
