import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("Invalid scripts")
struct BadScriptTests {
  /// A script's bytes and the one problem that they cause.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var id: String
    var place: String?

    init(_ name: String, _ bytes: [UInt8], _ id: String, at place: String? = nil) {
      testDescription = name
      self.bytes = bytes
      self.id = id
      self.place = place
    }

    init(_ name: String, _ text: String, _ id: String, at place: String? = nil) {
      self.init(name, Array(text.utf8), id, at: place)
    }
  }

  static let depth = 10_000

  static let cases: [Case] = [
    Case("empty", "", "empty-script"),
    Case("white space and comments", " \n# nothing\r\n\t", "empty-script"),
    Case("binary", (0...255).map { UInt8($0) }, "not-text", at: "1:1"),
    Case("an executable", Array("\u{7F}ELF\0\0\0\0".utf8), "not-text", at: "1:"),
    Case("UTF-16", [0xFF, 0xFE, 0x6F, 0x00, 0x6E, 0x00], "not-text", at: "1:1"),
    Case("not UTF-8", Array("# caf".utf8) + [0xE9, 0x0A], "not-utf8", at: "1:6"),
    Case(
      "nested 10,000 deep in parentheses",
      "on a when " + String(repeating: "(", count: depth) + "message"
        + String(repeating: ")", count: depth) + " stop", "nested-too-deep", at: "1:"),
    Case(
      "nested 10,000 deep in braces",
      "org o " + String(repeating: "{ a ", count: depth) + String(repeating: "}", count: depth),
      "nested-too-deep", at: "1:"),
    Case(
      "nested 10,000 deep in not",
      "on a when " + String(repeating: "not ", count: depth)
        + "message stop", "nested-too-deep", at: "1:"),
    Case(
      "nested 10,000 deep in totp", "let a = " + String(repeating: "totp ", count: depth) + "b",
      "nested-too-deep", at: "1:"),
    Case("a lone quote", "\"", "unterminated-text", at: "1:1"),
    Case("a lone quote in a rule", "on a say \"x\n", "unterminated-text", at: "1:10"),
    Case("a text that is never closed", "on a say \"\"\"\nx\n", "unterminated-text", at: "1:10"),
    Case("a lone opening brace", "{", "unexpected", at: "1:1"),
    Case(
      "a block that is never closed", "flow \"x\" {\n  on a stop\n", "unclosed-brace", at: "1:10"),
    Case("a lone closing brace", "}", "unopened-brace", at: "1:1"),
    Case(
      "a missing import", "import \"nowhere.flow\"\non a stop", "import-missing", at: "1:8"
    ),
    Case("an import of a folder", "import \"folder\"\non a stop", "import-not-readable", at: "1:8"),
    Case("an import of itself", "import \"script.flow\"\non a stop", "import-cycle", at: "1:8"),
    Case(
      "an import of a file that isn't a script", "import \"binary\"\non a stop", "not-a-script",
      at: "1:8"
    ),
    Case("a cycle of imports", "import \"circle.flow\"\non a stop", "import-cycle", at: "1:8"),
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.makeFolder("folder")
    _ = try folder.write("binary", bytes: [0, 1, 2, 3])
    _ = try folder.write("circle.flow", "import \"script.flow\"")
    return folder
  }

  @Test(
    "Each is one clear problem with its location and its fix, in run and check", arguments: cases,
    ["run", "check"])
  func one(test: Case, command: String) async throws {
    let folder = try Self.folder()
    let script = try folder.write("script.flow", bytes: test.bytes)
    let run = await Shell()(command, script)
    let told = run.output + run.errors
    #expect(run.status == .wrongScript, "\(run.all.prefix(2000))")
    #expect(told.count(of: "error[") == 1, "\(run.all.prefix(2000))")
    #expect(told.contains("error[\(test.id)]: "), "\(run.all.prefix(2000))")
    #expect(told.contains("= help: "), "\(run.all.prefix(2000))")
    if let place = test.place { #expect(told.contains(":\(place)"), "\(run.all.prefix(2000))") }
    #expect(told.utf8.count < 4000)
    #expect(told.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
  }

  @Test("A script of 100 MB is refused without being read", arguments: ["run", "check"])
  func large(command: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.sparse("large.flow", length: 100 << 20)
    let run = await Shell()(command, script)
    #expect(run.status == .wrongScript)
    #expect(
      (run.output + run.errors).contains("error[file-too-large]: the file is longer than 64 MB"))
    let importing = try folder.write("small.flow", "import \"large.flow\"\non a stop")
    let other = await Shell()(command, importing)
    #expect((other.output + other.errors).contains("error[import-not-readable]"), "\(other.all)")
  }

  @Test("A script that is missing or a folder", arguments: ["nowhere.flow", "folder"])
  func noFile(name: String) async throws {
    let folder = try Self.folder()
    let run = await Shell()("run", folder.path + "/" + name)
    #expect(run.status == .wrongScript)
    #expect(run.errors.count(of: "error[") == 1)
    #expect(
      run.errors.contains(name == "folder" ? "it is a folder" : "there is no file"), "\(run.all)")
  }

  @Test("A file full of mistakes is reported up to a limit")
  func manyMistakes() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("many.flow", String(repeating: "nonsense here\n", count: 5000))
    let check = await Shell()("check", "-q", script)
    #expect(check.status == .wrongScript)
    #expect(check.output.contains("error[too-many-problems]"))
    #expect(check.output.utf8.count < 100_000)
  }

  @Test("Characters that turn or hide a line are shown harmlessly")
  func hidden() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "hidden.flow", "on \u{202E}identify\u{1B}[2J \"\u{7}\" sbumit\n")
    let run = await Shell()("run", script)
    for scalar: Unicode.Scalar in ["\u{202E}", "\u{1B}", "\u{7}"] {
      #expect(!(run.output + run.errors).unicodeScalars.contains(scalar))
    }
  }
}
