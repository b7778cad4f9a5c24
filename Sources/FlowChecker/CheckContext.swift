import FlowDiagnostics
import FlowSyntax

/// The state that all parts of a check share: the program, the current script, the visible names
/// and the problems.
final class CheckContext {
  let program: Program
  let options: CheckOptions
  /// The table that gives each word an id.
  let numbers: NameTable
  var problems = ProblemList()

  /// The current script.
  private(set) var source: SourceFile
  private(set) var bytes: [UInt8] = []
  private var knownRepeatedNames: RepeatedNames?
  /// The names of the values that are visible in the current flow or profile.
  let scope: Scope
  /// The words of the current engine; `nil` if the engine is unknown, or isn't the same for all
  /// flows.
  var words: EngineWords?
  /// The parts of the current flow that are read before its rules.
  var header: FlowHeader
  /// Whether the current flow expects to be refused.
  ///
  /// Such a flow contains wrong secrets on purpose, so they aren't reported.
  var expectsFailure = false
  /// Whether the current flow handles messages, or expects an unsuccessful end.
  var isPrepared = false
  /// Whether the current text is certainly used by a run.
  ///
  /// A run may not use a value of a profile or of a file.
  var isRun = true
  /// Whether the current text belongs to a profile, which may also serve flows of other engines.
  var isInProfile = false
  /// Whether the current text belongs to an imported profile that no flow of the program uses.
  ///
  /// Its names may belong to flows that aren't imported with it.
  var isForOtherFlows = false
  /// The rules of the current flow or profile, to find rules that can never fire.
  var shadows: ShadowFinder
  /// The names that the current flow requires its org to have.
  var needs = FlowNeeds()

  var profiles: ProfileTable
  /// The contents of the simulated orgs.
  var orgs: OrgTables
  /// The ids of the pairs of an engine and an org that are known to fit each other.
  var fittingOrgs = WordSet()
  /// The values that are declared outside of blocks, in the order of their locations.
  private(set) var constants: [Program.Located<Let>] = []
  /// The values outside of blocks that are secrets.
  var secretConstants = WordSet()
  /// The names that the flows of the first script declare with `let` and with rows.
  private(set) var flowNames = (lets: WordSet(), rows: WordSet())
  var usage: NameUsage
  /// The words that problems have suggested.
  var suggested = WordSet()
  /// The values of flows that their own flows don't mention.
  var unmentioned: [Name] = []

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

  /// Makes a script the current script.
  func enter(_ script: Script) {
    guard source !== script.source || bytes.isEmpty else { return }
    source = script.source
    bytes = script.source.bytes
    knownRepeatedNames = nil
  }

  /// The names that the current script contains at least twice.
  var repeatedNames: RepeatedNames {
    if let knownRepeatedNames { return knownRepeatedNames }
    let names = RepeatedNames(bytes)
    knownRepeatedNames = names
    return names
  }

  /// Collects the names that the program declares.
  func collectNames() {
    if let first = program.scripts.first {
      let bytes = first.source.bytes
      flowNames.lets = WordSet(first.flowNames.lets.map { numbers.exact($0, bytes) })
      flowNames.rows = WordSet(first.flowNames.rows.map { numbers.exact($0, bytes) })
    }
    for script in program.scripts {
      for item in script.items {
        switch item {
        case .profile(let node): profiles.insert(node, in: script)
        case .statement(.constant(let node)): collect(node, script)
        case .importing, .org, .flow, .claim, .statement: continue
        }
      }
    }
    for name in options.variables { _ = scope.share(numbers.exact(name), .text) }
    orgs.collect(program.orgs.values)
  }

  private func collect(_ node: Let, _ script: Script) {
    let bytes = script.source.bytes
    // If the value is a name, its type is found when it is used.
    var type = ValueType.unknown
    if case .name = node.value {} else { type = scope.type(of: node.value, bytes) }
    if scope.share(numbers.exact(node.name, bytes), type) {
      constants.append(Program.Located(script, node))
    }
  }
}
