import Testing

/// Every problem has a test that produces it.
@Suite struct FixtureTests {
  /// The cases of `Problem.ID`, read from its source.
  static let cases: [String] = {
    let path = "Sources/FlowSyntax/Diagnostics/Problem.swift"
    let lines = TidyTests.files.first { $0.path == path }?.lines ?? []
    let start = lines.firstIndex { $0.contains("enum ID: String") } ?? lines.endIndex
    return lines[start...].compactMap { line in
      let words = line.split { $0 == " " || $0 == "(" || $0 == "," }
      guard words.first == "case", words.count > 1, !words[1].hasPrefix(".") else { return nil }
      return String(words[1])
    }
  }()

  @Test("a test names every problem, besides the pages' own tests")
  func everyProblemIsTested() {
    #expect(FixtureTests.cases.count > 60)
    let tests = TidyTests.files.filter {
      $0.path.hasPrefix("Tests/") && !$0.path.contains("Page") && !$0.path.contains("Tidy")
    }
    var named: Set<Substring> = []
    for line in tests.flatMap(\.lines) {
      for word in line.utf8.split(separator: UInt8(ascii: ".")).dropFirst() {
        named.insert(
          Substring(
            word.prefix { byte in
              switch byte {
              case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
              default: false
              }
            }))
      }
    }
    for name in FixtureTests.cases {
      let found = named.contains(name[...])
      // Those that a run on the demo org produces are held to it by their page's example.
      let isExample = TidyTests.files.contains { file in
        file.path.contains("Problem+Page") && FixtureTests.hasRunningExample(name, file.lines)
      }
      #expect(found || isExample, "no test names .\(name)")
    }
  }

  /// Whether the page of a case has an example that is a script.
  private static func hasRunningExample(_ name: String, _ lines: [Substring]) -> Bool {
    guard let start = lines.firstIndex(where: { $0.contains("case .\(name):") }) else {
      return false
    }
    let page = lines[(start + 1)...].prefix { !$0.hasPrefix("    case .") }
    return page.contains {
      $0.contains("example: .run(") || $0.contains("example: .settings(")
        || $0.contains("example: .check(")
    }
  }
}
