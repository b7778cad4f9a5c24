import FlowDiagnostics
import FlowSyntax
import Testing

@Suite struct LoaderTests {
  /// Loads the first of some files; a text of `nil` is a folder.
  private func load(
    _ files: [(String, String?)], profiles: [String] = [], treeRoot: String? = nil
  ) -> (program: Program, diagnostics: [Diagnostic], reads: [String]) {
    var reads: [String] = []
    let (program, diagnostics) = Program.load(
      name: files[0].0, profiles: profiles, treeRoot: treeRoot
    ) { (path: String) throws(ReadFault) -> [UInt8] in
      reads.append(path)
      guard let file = files.first(where: { $0.0 == path }) else { throw .missing }
      guard let text = file.1 else { throw .folder }
      return Array(text.utf8)
    }
    return (program, diagnostics, reads)
  }

  @Test("Imports are followed, and each file is read once, in the order of its first mention")
  func imports() {
    let (program, diagnostics, reads) = load([
      ("a/root.flow", "import \"b.flow\"\nimport \"../shared/c.flow\"\nflow \"x\" { use p }"),
      ("a/b.flow", "import \"./../shared//c.flow\"\nprofile p { }\nlet one = 1"),
      ("shared/c.flow", "org acme { }\nlet two = 2\nflow \"not mine\" { }"),
    ])
    #expect(diagnostics.isEmpty)
    #expect(reads == ["a/root.flow", "a/b.flow", "shared/c.flow"])
    #expect(program.scripts.map(\.source.name) == reads)
    #expect(program.profiles.keys.sorted() == ["p"])
    #expect(program.orgs["acme"]?.script.source.name == "shared/c.flow")
    #expect(program.constants.keys.sorted() == ["one", "two"])
    #expect(program.flows.map(\.name) == ["x"])
  }

  @Test("A file with loose statements is one flow, named after the file")
  func loose() {
    let (program, _, _) = load([
      ("dir/sign-in.v2.flow", "let a = 1\non identify submit\nexpect success")
    ])
    #expect(program.flows.map(\.name) == ["sign-in.v2"])
    #expect(program.flows.first?.body.count == 2)
    #expect(program.flows.first?.nameRange == SourceRange(10, 28))
    #expect(program.constants.keys.sorted() == ["a"])
  }

  @Test("Profiles of further files are added")
  func profiles() {
    let (program, diagnostics, _) = load(
      [("a.flow", "on skip skip"), ("jane.flow", "profile jane { }\nflow \"x\" { }")],
      profiles: ["jane.flow"])
    #expect(diagnostics.isEmpty)
    #expect(program.profiles["jane"]?.script.source.name == "jane.flow")
    #expect(program.flows.map(\.name) == ["a"])
  }

  @Test("A cycle of imports is shown with its imports")
  func cycle() {
    let (_, diagnostics, _) = load([
      ("a.flow", "import \"b.flow\""), ("b.flow", "import \"c.flow\""),
      ("c.flow", "import \"./b.flow\""),
    ])
    #expect(diagnostics.map(\.problem) == [.importCycle(chain: ["b.flow", "c.flow", "b.flow"])])
    #expect(diagnostics.first?.place?.source.name == "c.flow")
    #expect(diagnostics.first?.labels.map(\.text) == ["leads to `c.flow`"])
    let (_, own, _) = load([("a.flow", "import \"a.flow\"")])
    #expect(own.map(\.problem) == [.importCycle(chain: ["a.flow", "a.flow"])])
  }

  @Test(
    "An unreadable import is reported at its path",
    arguments: [
      ("none.flow", Problem.importMissing(path: "none.flow")),
      ("dir", .importNotReadable(path: "dir", reason: "it is a folder")),
      ("", .importMissing(path: "")),
      ("a\\u{0}b", .importMissing(path: "a\u{0}b")),
    ])
  func unreadable(path: String, problem: Problem) {
    let (_, diagnostics, _) = load([("a.flow", "import \"\(path)\"\non skip skip"), ("dir", nil)])
    #expect(diagnostics.map(\.problem) == [problem])
    #expect(diagnostics.first?.place?.range == SourceRange(7, UInt32(9 + path.utf8.count)))
  }

  @Test("A missing script, or a folder, is one problem")
  func root() {
    let (program, diagnostics, _) = load([("dir", nil)])
    #expect(
      diagnostics.map(\.problem) == [.fileNotReadable(path: "dir", reason: "it is a folder")])
    #expect(program.scripts.isEmpty)
    let (_, none) = Program.load(name: "none.flow") { _ throws(ReadFault) in throw .missing }
    #expect(none.map(\.problem) == [.fileNotFound(path: "none.flow")])
    let (_, large) = Program.load(name: "large.flow") { _ throws(ReadFault) in
      throw .tooLarge(limit: SourceFile.bytesMax)
    }
    #expect(large.map(\.problem) == [.fileTooLarge(limit: SourceFile.bytesMax)])
  }

  @Test(
    "Imports from outside the tree are refused, and not read",
    arguments: [
      ("tests/a.flow", "../shared/b.flow", ".", true),
      ("tests/a.flow", "../../b.flow", ".", false),
      ("tests/a.flow", "/etc/passwd", ".", false),
      ("tests/a.flow", "../shared/b.flow", "tests", false),
      ("tests/a.flow", "c/../b.flow", "tests", true),
      ("../x/a.flow", "../b.flow", "..", true),
      ("../x/a.flow", "../../b.flow", "..", false),
      ("../x/a.flow", "b.flow", "../x", true),
      ("../x/a.flow", "../xx/b.flow", "../x", false),
      ("/w/t/a.flow", "../b.flow", "/w", true),
      ("/w/t/a.flow", "../../b.flow", "/w", false),
      ("/w/t/a.flow", "../../../../w/b.flow", "/w", true),
      ("/w/t/a.flow", "../b.flow", "/", true),
    ])
  func outside(name: String, path: String, root: String, isInside: Bool) {
    let (_, diagnostics, reads) = load([(name, "import \"\(path)\"")], treeRoot: root)
    #expect(diagnostics.map(\.kind) == [isInside ? .importMissing : .importOutside])
    #expect(reads.count == (isInside ? 2 : 1))
  }

  @Test("Names that two files declare are shown in both")
  func duplicates() {
    let (_, diagnostics, _) = load([
      ("a.flow", "import \"b.flow\"\nprofile p { }\norg o { }\nlet l = 1"),
      ("b.flow", "let l = 1\nprofile p { }\norg o { }"),
    ])
    #expect(
      diagnostics.map(\.problem) == [
        .duplicateName(kind: "value", name: "l"), .duplicateName(kind: "profile", name: "p"),
        .duplicateName(kind: "org", name: "o"),
      ])
    #expect(diagnostics.allSatisfy { $0.place?.source.name == "b.flow" })
    #expect(diagnostics.allSatisfy { $0.labels.first?.place.source.name == "a.flow" })
  }

  @Test("Mistakes of imported files are reported with their own locations")
  func mistakes() {
    let (_, diagnostics, _) = load([("a.flow", "import \"b.flow\"\non"), ("b.flow", "on skip ==")])
    #expect(diagnostics.map { $0.place?.source.name } == ["a.flow", "b.flow"])
  }

  @Test("A program of too many files is refused, with one problem")
  func tooMany() {
    var files: [(String, String?)] = []
    for number in 0...300 { files.append(("\(number)", "import \"\(number + 1)\"")) }
    let (program, diagnostics, _) = load(files)
    #expect(diagnostics.map(\.problem) == [.tooManyImports(limit: Program.filesMax)])
    #expect(program.scripts.count == Program.filesMax)
  }
}
