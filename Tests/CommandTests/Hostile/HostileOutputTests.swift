import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Names of an org with control characters, in every command and format.
@Suite("Hostile names reach no output raw")
struct HostileOutputTests {
  private static let bad = RawCharacters.sample

  /// An org whose names have all of them: raw, with the line ends as escapes.
  private static let org = """
    # A comment \(bad)
    org hostile {
      authenticators password, email, phone
      zone "office\(bad)" { ip "10.0.0.0/8" }
      user "ada\(bad)\\n@x.test" { password "Correct-Horse-1"; groups "staff\(bad)" }
      user "ben\(bad)@x.test" { password "Correct-Horse-2\(bad)" }
      sign-on "near\(bad)\\u{d}\\n%%{init: {}}%%" { when zone "office\(bad)"; require password }
      sign-on "never\(bad)" { when zone "office\(bad)"; deny }
      sign-on "far\(bad)|x" { require password and phone }
    }
    claim "never\(bad)" { always rule is "near\(bad)" }

    """

  private static let flows = """
    import "org.flow"
    flow "signs in\(bad)" tagged smoke {
      against hostile
      on identify answer identifier = "ada\(bad)\\n@x.test"
      on challenge password answer passcode = "Correct-Horse-1"
      expect failure message is "other\(bad)"
    }

    """

  private static let commands: [[String]] = [
    ["explore", "ORG"], ["explore", "ORG", "--all"], ["explore", "ORG", "--format", "json"],
    ["explore", "ORG", "--format", "mermaid"], ["explore", "ORG", "--format", "dot"],
    ["explore", "ORG", "--format", "svg"], ["explore", "ORG", "--user", "no\(bad)"],
    ["explore", "ORG", "--format", "html"], ["audit", "ORG", "--format", "html"],
    ["audit", "ORG", "--format", "svg"], ["diff", "ORG", "NEW", "--format", "html"],
    ["diff", "ORG", "NEW", "--format", "svg"],
    ["audit", "ORG"], ["audit", "ORG", "--json"], ["audit", "ORG", "--format", "sarif"],
    ["audit", "ORG", "--format", "github"], ["diff", "ORG", "NEW"],
    ["diff", "NEW", "ORG", "--format", "markdown"], ["diff", "ORG", "NEW", "--format", "json"],
    ["diff", "ORG", "NEW", "--allow", "no\(bad)"], ["ast", "ORG"], ["ast", "ORG", "--json"],
    ["check", "BAD"], ["check", "BAD", "--json"], ["check", "BAD", "--format", "sarif"],
    ["check", "BAD", "--format", "github"], ["fmt", "--diff", "ORG"], ["fmt", "BAD"],
    ["run", "FLOWS"], ["run", "FLOWS", "--json"], ["run", "FLOWS", "--trace"],
    ["run", "FLOWS", "--only", "no\(bad)"], ["test", "FLOWS"], ["test", "FLOWS", "--coverage"],
    ["test", "FLOWS", "--report", "json"], ["test", "FLOWS", "--report", "junit"],
    ["test", "FLOWS", "--report", "tap"], ["test", "FLOWS", "--report", "html"],
    ["test", "FLOWS", "--report", "sarif"], ["test", "FLOWS", "--report", "github"],
    ["shrink", "FLOWS"], ["names", "idx", "no\(bad)"], ["names", "no\(bad)"],
    ["graph", "no\(bad)"],
    ["explain", "no\(bad)"], ["check", "no\(bad).flow"], ["completions", "flows", "FLOWS"],
    ["no\(bad)"], ["check", "--no\(bad)"], ["inspect", "ANSWER"], ["inspect", "ANSWER", "--json"],
    ["explain", "FLOWS", "--response", "ANSWER"], ["import", "okta", "EXPORT"],
    ["import", "okta", "EXPORT", "--json"],
  ]

  /// An answer of the Identity Engine.
  static let answer = """
    {"version": "1.0.0", "stateHandle": "02x", "intent": "LOGIN",
     "messages": {"type": "array", "value": [
       {"message": "no\(escaped)", "i18n": {"key": "k\(escaped)"}, "class": "ERROR"}]},
     "remediation": {"type": "array", "value": [{
       "rel": ["create-form"], "name": "identify\(escaped)", "href": "https://x.test/idp/idx/identify",
       "method": "POST", "value": [{"name": "identifier", "label": "Name\(escaped)"}]}]}}
    """

  /// The characters as JSON escapes.
  private static let escaped = bad.utf16.map { unit in
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }.joined()

  /// The files that command lines name, in a temporary folder or in a subfolder.
  static func files(
    below name: String = ""
  ) throws -> (folder: TemporaryFolder, paths: [String: String]) {
    let folder = try TemporaryFolder()
    let export = ImportCommandTests.export
      .replacing("jane@example.com", with: "jane\(escaped)@example.com")
      .replacing("\"Staff\"", with: "\"Staff\(escaped)\\\"\\u0301,\"")
    let files = [
      "ORG": ("org.flow", org),
      "NEW": ("new.flow", org.replacing("require password and phone", with: "require email")),
      "BAD": ("bad.flow", "flow \"x\(bad)\" { on \(bad) \"y\(bad)\" }\n# \(bad)\n"),
      "FLOWS": ("flows.flow", flows), "ANSWER": ("answer.json", answer),
      "EXPORT": ("export.json", export),
    ]
    let paths = try files.mapValues { file in
      _ = try folder.write(name + file.0, file.1)
      return folder.path + "/" + name + file.0
    }
    return (folder, paths)
  }

  @Test("Neither the output nor the notes contain one", arguments: commands)
  func output(command: [String]) async throws {
    let (folder, paths) = try Self.files()
    defer { _ = folder }
    let run = await Shell()(command.map { paths[$0] ?? $0 })
    // A tab is written by formats, and moves the cursor only to the right.
    let allowed: Set<UInt32> = command.contains("html") ? [9] : []
    #expect(RawCharacters.found(in: run.output, allowed: allowed) == [], "\(command) \(run.output)")
    #expect(RawCharacters.found(in: run.errors) == [], "\(command) \(run.errors)")
    // A shell reads lines: a word of several lines is left out.
    #expect(!run.output.isEmpty || !run.errors.isEmpty || command[0] == "completions")
    guard command.contains("json") || command.contains("--json"),
      ["explore", "audit", "diff", "ast", "inspect"].contains(command[0])
    else { return }
    // After parsing, the names are the same.
    let isWhole = run.output.split(separator: "\n").contains { line in
      guard let json = try? JSON(parsing: Array(line.utf8)) else { return false }
      return Self.holds(json, Self.bad)
    }
    #expect(isWhole, "\(run.all)")
  }

  /// Whether any text of a value contains another.
  private static func holds(_ json: JSON, _ text: String) -> Bool {
    switch json {
    case .string(let own):
      own.unicodeScalars.count >= text.unicodeScalars.count && own.contains(text)
    case .array(let elements): elements.contains { holds($0, text) }
    case .object(let object):
      object.members.contains { holds($0.value, text) || $0.name.contains(text) }
    default: false
    }
  }

  @Test("A terminal shows a formatted script without them, and a file keeps its contents")
  func formatted() async throws {
    let (folder, paths) = try Self.files()
    let file = try #require(paths["ORG"])
    let run = await Shell()("fmt", file)
    #expect(run.status == .success, "\(run.all)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(Self.bad), "\(text)")
    _ = folder
  }

  @Test(
    "A file that is written from them doesn't contain one either",
    arguments: [
      ["explore", "ORG", "--write", "OUT"], ["audit", "ORG", "--write", "OUT"],
      ["import", "okta", "EXPORT", "--output", "OUT/x.flow"],
      ["shrink", "FLOWS", "--output", "OUT/x.flow"],
    ])
  func written(command: [String]) async throws {
    let (folder, paths) = try Self.files()
    let out = folder.path + "/out"
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    let run = await Shell()(
      command.map { paths[$0] ?? $0.replacing("OUT", with: out) })
    let names = try FileManager.default.contentsOfDirectory(atPath: out)
    #expect(!names.isEmpty, "\(run.all)")
    for name in names {
      #expect(name.utf8.allSatisfy { (0x2D...0x7A).contains($0) }, "\(name)")
      let text = try String(contentsOfFile: out + "/" + name, encoding: .utf8)
      #expect(RawCharacters.found(in: text) == [], "\(name): \(text)")
      let check = await Shell()("check", out + "/" + name, "--root", folder.path)
      #expect(check.status == .success, "\(check.all)")
      let again = await Shell()("fmt", "--check", out + "/" + name)
      #expect(again.status == .success, "\(text)")
    }
  }
}
