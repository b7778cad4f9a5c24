/// The options of the command line.
struct BenchOptions {
  /// The groups of rows, in the order in which they are measured.
  enum Group: String, CaseIterable {
    // The peak memory of a child process begins with its parent's, so these groups precede any
    // large ones.
    case run, suite, reports, memory, lex, parse, check, format, gherkin, editor, explore, audit
    case tenant
    case json
    case signIns = "sign-ins"
    case loopback, server
  }

  /// The task.
  enum Task {
    case measure
    /// Reads a script of this many bytes and prints the peak memory.
    case printPeak(Int)
    /// Signs in as often as each of the counts, and prints the peaks of memory.
    case printSignInPeaks([Int])
    /// Sends as many requests as each of the counts, and prints the peaks of memory.
    case printRequestPeaks([Int])
    /// Explores as many positions as each of the counts, and prints the peaks of memory.
    case printWalkPeaks([Int])
    /// Audits an org of as many rules as each of the counts, and prints the peaks of memory.
    case printAuditPeaks([Int])
    /// Prints a text.
    case show(String)
  }

  private(set) var task = Task.measure
  private(set) var isJSON = false
  private(set) var groups: [Group] = Group.allCases

  init(_ arguments: [String]) {
    if !read(arguments) { task = .show(BenchOptions.help) }
  }

  /// Reads the words; returns `false` if one of them is unknown.
  private mutating func read(_ arguments: [String]) -> Bool {
    var only: [Group] = []
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--json": isJSON = true
      case "--only":
        guard let group = words.popFirst().flatMap(Group.init) else { return false }
        only.append(group)
      case "--peak-of":
        guard let bytes = words.popFirst().flatMap({ Int($0) }), bytes > 0 else { return false }
        task = .printPeak(bytes)
      case "--sign-ins", "--requests", "--positions", "--audits":
        let counts = words.compactMap { Int($0) }
        guard !counts.isEmpty, counts.count == words.count else { return false }
        words = []
        task =
          switch word {
          case "--requests": .printRequestPeaks(counts)
          case "--positions": .printWalkPeaks(counts)
          case "--audits": .printAuditPeaks(counts)
          default: .printSignInPeaks(counts)
          }
      default: return false
      }
    }
    if !only.isEmpty { groups = groups.filter(only.contains) }
    return true
  }

  private static let help = """
    Measures flow and compares it with other tools, in one run. Build it for release:

      swift build -c release --static-swift-stdlib --product flow
      swift build -c release --static-swift-stdlib --product flow-bench
      .build/release/flow-bench [--json] [--only GROUP]…

    The groups are \(Group.allCases.map(\.rawValue).joined(separator: ", ")).
    """
}
