import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every kind of problem that a target declares has a unique name, a page and a test that produces
/// it.
@Suite struct ProblemKindTests {
  /// A kind, according to its declaration.
  struct Kind {
    /// The constant.
    var name: String
    /// Its id in outputs.
    var id: String
    /// The file that declares it.
    var path: String
  }

  static let pages = "Sources/FlowManual/Resources/Problems"

  /// Every line of a source that declares a kind.
  private static let lines = TidyTests.files.filter { $0.path.hasPrefix("Sources/") }
    .flatMap { file in file.lines.map { (path: file.path, line: $0) } }
    .filter { $0.line.contains("ProblemKind(") && !$0.line.contains("///") }

  /// The kinds that the targets declare.
  static let kinds = lines.compactMap { path, line -> Kind? in
    guard
      let match = line.firstMatch(of: /^  package static let (\w+) = ProblemKind\("([a-z0-9-]+)"/)
    else { return nil }
    return Kind(name: String(match.1), id: String(match.2), path: path)
  }

  /// The pages by their names.
  private static func texts() throws -> [String: String] {
    let folder = TidyTests.root + "/" + pages
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try String(contentsOfFile: folder + "/" + name, encoding: .utf8))
      })
  }

  @Test("A kind is a constant on its own line, and all ids are different")
  func declarations() {
    #expect(Self.kinds.count > 100)
    for (path, line) in Self.lines {
      #expect(line.contains("package static let"), "\(path): \(line)")
    }
    #expect(Self.lines.count == Self.kinds.count)
    let byID = Dictionary(grouping: Self.kinds, by: \.id)
    for (id, kinds) in byID {
      #expect(kinds.count == 1, "\(id) is declared in \(kinds.map(\.path))")
    }
  }

  @Test("Every kind has a page, and every page has a kind")
  func everyKindHasPage() throws {
    let names = Set(try Self.texts().keys)
    let expected = Set(Self.kinds.map { $0.id + ".md" })
    #expect(names.subtracting(expected).isEmpty && expected.subtracting(names).isEmpty)
  }

  @Test("Every problem of reading and checking has a script as its example")
  func examples() throws {
    // A separate test produces each of these.
    let others: Set = [
      "ambiguous-field", "file-not-found", "file-not-readable", "file-too-large",
      "import-not-readable", "not-utf8", "too-many-imports", "too-many-problems", "value-failed",
    ]
    let texts = try Self.texts()
    let folders = ["Sources/FlowSyntax/", "Sources/FlowChecker/"]
    for kind in Self.kinds where folders.contains(where: kind.path.hasPrefix) {
      let page = texts[kind.id + ".md"] ?? ""
      let isChecked = page.contains("```flow check\n") || page.contains("```flow files ")
      #expect(isChecked != others.contains(kind.id), "\(kind.id)")
    }
  }

  @Test("Every kind is named in a test, in addition to the pages' own tests")
  func everyKindIsTested() throws {
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
    let texts = try Self.texts()
    for kind in Self.kinds {
      // The example of a page produces its problem in another test.
      let page = texts[kind.id + ".md"] ?? ""
      let isExample = ["check", "run", "settings"].contains { page.contains("```flow \($0)\n") }
      #expect(named.contains(kind.name[...]) || isExample, "no test names .\(kind.name)")
    }
  }
}
