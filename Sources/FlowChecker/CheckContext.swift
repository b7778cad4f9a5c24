import FlowDiagnostics
import FlowSyntax

/// What all parts of a check share: the program, where the check is, the names in sight, and the
/// problems.
final class CheckContext {
  let program: Program
  let options: CheckOptions
  /// The numbers of all words.
  let numbers: NameTable
  var problems = ProblemList()

  /// The script where the check is.
  private(set) var source: SourceFile
  private(set) var bytes: [UInt8] = []
  /// The names that stand for values there.
  let scope: Scope
  /// The engine's words; `nil` if the engine is unknown, or differs from flow to flow.
  var words: EngineWords?
  /// What a flow says before its rules.
  var header: FlowHeader
  /// Whether the flow expects to be refused, so that it gives wrong secrets on purpose.
  var expectsFailure = false
  /// Whether the flow is prepared for a message, or for a bad end.
  var isPrepared = false
  /// Whether the current text runs whenever its flow does, unlike the values of a profile or a file.
  var isRun = true
  /// Whether the current text belongs to a profile, which may serve flows of other engines too.
  var isInProfile = false
  /// The rules of the current body that may shadow others.
  var shadows: ShadowFinder
  /// What the current flow needs of its org.
  var needs = FlowNeeds()

  var profiles: ProfileTable
  /// What simulated orgs have.
  var orgs: OrgTables
  /// The orgs that fit the engine of a flow, each by both numbers.
  var fittingOrgs = WordSet()
  /// The values that stand outside every block, in the order of their places.
  private(set) var constants: [Program.Located<Let>] = []
  /// The values of files that are secrets.
  var secretConstants = WordSet()
  /// The names that the flows of the first script declare: values, and rows.
  private(set) var flowNames = (lets: WordSet(), rows: WordSet())
  var usage: NameUsage
  /// The words that were probably meant where something is wrong.
  var suggested = WordSet()
  /// The values of flows that their flows don't mention.
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

  /// Goes to another script.
  func enter(_ script: Script) {
    guard source !== script.source || bytes.isEmpty else { return }
    source = script.source
    bytes = script.source.bytes
  }

  /// Finds the names that the program declares.
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
    // A name's own type is found where it is used; a value of a value may be anything.
    var type = ValueType.unknown
    if case .name = node.value {} else { type = scope.type(of: node.value, bytes) }
    if scope.share(numbers.exact(node.name, bytes), type) {
      constants.append(Program.Located(script, node))
    }
  }
}
