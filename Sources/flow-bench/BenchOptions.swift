/// What the command line asks for.
struct BenchOptions {
  /// The groups of rows, in the order in which they are measured.
  enum Group: String, CaseIterable {
    // A child's peak of memory begins with its parent's, so processes come before anything large.
    case run, suite, reports, memory, lex, parse, check, format, gherkin, editor, explore, audit
    case json
    case signIns = "sign-ins"
    case loopback, server
  }

  /// What is to be done.
  enum Task {
    case measure
    /// Reads a script of so many bytes and prints the peak of memory.
    case printPeak(Int)
    /// Signs in as often as each of the counts says, and prints the peaks of memory.
    case printSignInPeaks([Int])
    /// Sends as many requests as each of the counts says, and prints the peaks of memory.
    case printRequestPeaks([Int])
    /// Walks to as many positions as each of the counts says, and prints the peaks of memory.
    case printWalkPeaks([Int])
    /// Audits an org of as many rules as each of the counts says, and prints the peaks of memory.
    case printAuditPeaks([Int])
    /// Shows a text.
    case show(String)
  }

  private(set) var task = Task.measure
  private(set) var isJSON = false
  private(set) var groups: [Group] = Group.allCases

  init(_ arguments: [String]) {
    if !read(arguments) { task = .show(BenchOptions.help) }
  }

  /// Reads the words; `false` where one of them means nothing.
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
    Measures flow beside what else there is, in one run. Build it for release:

      swift build -c release --static-swift-stdlib --product flow
      swift build -c release --static-swift-stdlib --product flow-bench
      .build/release/flow-bench [--json] [--only GROUP]…

    The groups are \(Group.allCases.map(\.rawValue).joined(separator: ", ")).
    """
}
