import FlowSimulation
import FlowText
import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowTerminal
import FlowInterpreter
import FlowScript
import OktaSimulator
import FlowSyntax
import FlowLock
import SimulatorKit

/// The tests of a run.
///
/// The suite keeps only what is necessary to load each test again.
struct TestSuite: Sendable {
  /// The paths of the scripts that have tests, in order.
  private(set) var files: [String] = []
  /// The tests in the order in which they begin.
  private(set) var order: [Item] = []
  /// The address of the real issuer that flows sign in at; `nil` if no allowed one is used.
  private(set) var issuer: String?
  /// The paths of the files that the tests depend on, if files are watched.
  ///
  /// If only reports are written, the scripts of the suite aren't included. Otherwise the set is
  /// empty.
  private(set) var sources: Set<String> = []
  /// The warnings about its files.
  private(set) var warnings = FileWarnings()

  /// A test: the index of its file, and its index in the file.
  struct Item: Sendable {
    var file: Int
    var test: Int
    /// The hash of the test's id, which finds the test if its file has changed.
    var id: Int
  }

  /// The tests found in one script.
  private struct Found: Sendable {
    var tests: [(index: Int, id: Int)]
    /// Whether any of the script's tests is selected, in whichever shard.
    var isWanted = false
    var issuer: String?
    /// The paths of all files that the script depends on, if they are needed.
    var sources: [String] = []
    /// The warnings outside its flows.
    var warnings: [Diagnostic] = []
    /// The names in the script, for suggestions.
    var names: Names
  }

  /// The names that options can refer to.
  struct Names: Sendable {
    var flows: Set<String> = []
    var tags: Set<String> = []
    /// The names of the values that the scripts declare.
    var values: Set<String> = []
    var mentioned: Set<String> = []
    /// The patterns of `--only` that match a flow.
    var fitting: Set<String> = []
    /// Whether every script could be read.
    var isWhole = true

    /// The maximum number of names to keep.
    ///
    /// The names are only used for suggestions.
    private static let countMax = 1000

    mutating func add(_ other: Names) {
      if flows.count < Names.countMax { flows.formUnion(other.flows) }
      if tags.count < Names.countMax { tags.formUnion(other.tags) }
      if values.count < Names.countMax { values.formUnion(other.values) }
      mentioned.formUnion(other.mentioned)
      fitting.formUnion(other.fitting)
      isWhole = isWhole && other.isWhole
    }
  }

  typealias Fault = UsageFault

  /// Finds the tests of a run.
  ///
  /// - Parameters:
  ///   - options: The options that select the tests.
  ///   - context: The context for loading the scripts.
  ///   - counter: Receives the coverage items of all tests, also the items of other shards.
  ///   - changed: The changed files. Only tests that use one of them are found; `nil` finds all
  ///     tests.
  ///   - deadline: The time by the clock after which no more files are read; `nil` for no limit.
  /// - Returns: The tests, in order.
  /// - Throws: `Fault` if there are no tests, or if an option names something that doesn't exist.
  static func find(
    _ options: TestOptions, _ context: RunContext, _ counter: CoverageCounter? = nil,
    madeOf changed: Set<String>? = nil, until deadline: Duration? = nil
  ) async throws(Fault) -> TestSuite {
    let paths = try ScriptFinder.find(options.paths)
    let clock = context.host.clock
    let goesOn: @Sendable () -> Bool = {
      !Task.isCancelled && deadline.map { clock.now < $0 } ?? true
    }
    let found = await readAll(paths, options, context, counter, while: goesOn)
    var suite = TestSuite()
    var names = Names()
    for (path, found) in zip(paths, found) {
      guard let found else { continue }
      names.add(found.names)
      suite.issuer = suite.issuer ?? found.issuer
      suite.sources.formUnion(found.sources)
      guard !found.tests.isEmpty else { continue }
      if let changed, changed.isDisjoint(with: found.sources) { continue }
      suite.order += found.tests.map {
        Item(file: suite.files.count, test: $0.index, id: $0.id)
      }
      suite.files.append(path)
      suite.warnings.add(found.warnings)
    }
    // An interrupted search is incomplete, so its result isn't used.
    guard !Task.isCancelled else { return TestSuite() }
    guard found.allSatisfy({ $0 != nil }) else { return suite }
    let unused = context.options.variables.keys.filter { !names.mentioned.contains($0) }
    if names.isWhole, let fault = RunContext.unused(unused, among: Array(names.values)) {
      throw fault
    }
    if names.isWhole, changed == nil, let fault = misnamed(options, names) { throw fault }
    // An empty shard isn't an error.
    if suite.order.isEmpty, changed == nil, !found.contains(where: { $0?.isWanted == true }) {
      throw nothing(options, names)
    }
    if let seed = options.seed { suite.shuffle(seed) }
    return suite
  }

  /// Reads the scripts with as many workers as the tests will have.
  private static func readAll(
    _ paths: [String], _ options: TestOptions, _ context: RunContext, _ counter: CoverageCounter?,
    while goesOn: @escaping @Sendable () -> Bool
  ) async -> [Found?] {
    let all = Reading(count: paths.count)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(options.jobs, ThisMachine.cores, paths.count) {
        group.addTask {
          while goesOn(), let index = all.take() {
            all.put(read(paths[index], options, context, counter), at: index)
          }
        }
      }
    }
    return all.found
  }

  /// The scripts that were read so far, and the index of the next script.
  private final class Reading: Sendable {
    private let state: Mutex<(found: [Found?], next: Int)>

    init(count: Int) { state = Mutex((Array(repeating: nil, count: count), 0)) }

    var found: [Found?] { state.withLock { $0.found } }

    func take() -> Int? {
      state.withLock { state in
        guard state.next < state.found.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    func put(_ found: Found, at index: Int) { state.withLock { $0.found[index] = found } }
  }

  private static func read(
    _ path: String, _ options: TestOptions, _ context: RunContext, _ counter: CoverageCounter?
  ) -> Found {
    let file = TestFile(path, context)
    var found = Found(tests: [], names: Names())
    for name in context.options.variables.keys where file.program.takes(name) {
      found.names.mentioned.insert(name)
    }
    if options.watches {
      found.sources = file.sources + context.sources
    } else if options.reports.contains(where: { $0.path != nil }) {
      found.sources = file.sources.filter { $0 != path }
    }
    found.names.values = context.options.variables.isEmpty ? [] : Set(file.program.valueNames)
    for (index, test) in file.cases.enumerated() {
      if test.place == nil { found.names.isWhole = false }
      found.names.flows.insert(test.flow)
      found.names.tags.formUnion(test.tags)
      for only in options.run.only
      where RunContext.fits(only, test.name, row: test.number, of: test.flow) {
        found.names.fitting.insert(only)
      }
      guard isWanted(test, options, context) else { continue }
      found.isWanted = true
      if let counter, let plan = test.plan { file.add(to: counter, plan, context) }
      if options.shard?.shard.holds(test.shardKey(in: path)) ?? true {
        found.tests.append((index, test.id.hashValue))
      }
    }
    if !found.tests.isEmpty { found.warnings = file.warnings }
    if !found.tests.isEmpty, !options.run.permissions.live.isEmpty {
      found.issuer = file.issuer(
        allowedBy: options.run.permissions, context.host.engines.catalog)
    }
    return found
  }

  /// Whether the options select a test.
  ///
  /// A file that can't be read is always selected, so that its errors are reported.
  private static func isWanted(
    _ test: TestCase, _ options: TestOptions, _ context: RunContext
  ) -> Bool {
    guard test.place != nil else { return true }
    return context.isWanted(test.name, row: test.number, of: test.flow)
      && (options.tags.isEmpty || test.tags.contains { isTag($0, of: options.tags) })
      && !test.tags.contains { isTag($0, of: options.otherTags) }
  }

  private static func isTag(_ tag: String, of patterns: [String]) -> Bool {
    patterns.contains { Glob.matches(tag, $0) }
  }

  private static func nothing(_ options: TestOptions, _ names: Names) -> Fault {
    var fault = Fault(message: "there is no flow to test", help: nil)
    if names.flows.isEmpty { return fault }
    if let fault = misnamed(options, names) { return fault }
    fault.message = "none of \(names.flows.count) flows is selected"
    fault.help = "`--only`, `--tag` and `--not-tag` leave out the others"
    return fault
  }

  /// Returns the fault if an option names a flow or a tag that doesn't exist.
  ///
  /// An excluded tag is reported only if it looks like a typo.
  private static func misnamed(_ options: TestOptions, _ names: Names) -> Fault? {
    for only in options.run.only where !names.fitting.contains(only) {
      return Fault(
        message: "no flow is named `\(only)`", help: advice(only, among: names.flows))
    }
    func isThere(_ tag: String) -> Bool { names.tags.contains { isTag($0, of: [tag]) } }
    for tag in options.tags where !isThere(tag) {
      return Fault(
        message: "no flow is tagged `\(tag)`", help: advice(tag, among: names.tags))
    }
    for tag in options.otherTags where !isThere(tag) {
      guard let meant = Suggestion.nearest(tag, among: names.tags.sorted()).first else { continue }
      return Fault(
        message: "no flow is tagged `\(tag)`, so `--not-tag` excludes nothing",
        help: "did you mean `\(meant)`?")
    }
    return nil
  }

  private static func advice(_ word: String, among known: Set<String>) -> TerminalText? {
    let known = known.sorted()
    if let nearest = Suggestion.nearest(word, among: known).first {
      return "did you mean `\(nearest)`?"
    }
    guard !known.isEmpty else { return nil }
    let some = known.prefix(3).joined(separator: ", ")
    return "there \(known.count == 1 ? "is one" : "are \(known.count)"): \(some)"
  }

  /// Shuffles the files, and the tests within each file.
  ///
  /// The tests of a file stay together, so that each file is loaded once.
  private mutating func shuffle(_ seed: UInt64) {
    var generator = Draw(seed: seed)
    var drawn: [Item] = []
    drawn.reserveCapacity(order.count)
    for range in order.files.shuffled(using: &generator) {
      drawn += order[range].shuffled(using: &generator)
    }
    order = drawn
  }
}
