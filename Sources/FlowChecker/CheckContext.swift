import FlowDiagnostics
import FlowSyntax

/// The state that all parts of a check share: the program, the current script, the visible names,
/// and the problems.
final class CheckContext {
  let program: Program
  let options: CheckOptions
  /// The numbers of all words.
  let numbers: NameTable
  var problems = ProblemList()

  /// The current script.
  private(set) var source: SourceFile
  private(set) var bytes: [UInt8] = []
  /// The names of values in the current script.
  let scope: Scope
  /// The engine's words; `nil` if the engine is unknown, or differs from flow to flow.
  var words: EngineWords?
  /// The parts of a flow that are read before its rules.
  var header: FlowHeader
  /// Whether the flow expects to be refused.
  ///
  /// Then it uses wrong secrets on purpose.
  var expectsFailure = false
  /// Whether the flow handles messages, or expects an unsuccessful end.
  var isPrepared = false
  /// Whether the current text always runs with its flow, unlike the values of a profile or a file.
  var isRun = true
  /// Whether the current text belongs to a profile, which may also serve flows of other engines.
  var isInProfile = false
  /// The rules of the current body that may shadow others.
  var shadows: ShadowFinder
  /// The requirements of the current flow for its org.
  var needs = FlowNeeds()

  var profiles: ProfileTable
  /// The contents of simulated orgs.
  var orgs: OrgTables
  /// The orgs that fit the engine of a flow, each as a pair of both numbers.
  var fittingOrgs = WordSet()
  /// The values that are declared outside every block, in the order of their locations.
  private(set) var constants: [Program.Located<Let>] = []
  /// The values of files that are secrets.
  var secretConstants = WordSet()
  /// The names that the flows of the first script declare: values and rows.
  private(set) var flowNames = (lets: WordSet(), rows: WordSet())
  var usage: NameUsage
  /// The words that were suggested in problems.
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

  /// Switches to another script.
  func enter(_ script: Script) {
    guard source !== script.source || bytes.isEmpty else { return }
    source = script.source
    bytes = script.source.bytes
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
    // The type of a name is found at its use. The value of a value may have any type.
    var type = ValueType.unknown
    if case .name = node.value {} else { type = scope.type(of: node.value, bytes) }
    if scope.share(numbers.exact(node.name, bytes), type) {
      constants.append(Program.Located(script, node))
    }
  }
}
