import CommandSupport
import FlowCLI
import FlowScript
import FlowHTTP
import FlowTerminal
import Testing

@Suite("flow check --fix")
struct CheckFixTests {
  private func text(_ path: String) throws -> String {
    String(decoding: try ScriptFiles.read(path), as: UTF8.self)
  }

  static let wrong = """
    flwo "x" {
      on identfy anser identifier = "jane@example.com"
      on challenge when outcome!=success && attempt < 3 skip  # stays
      expct success
    }

    """
  static let right = """
    flow "x" {
      on identify answer identifier = "jane@example.com"
      on challenge when outcome is not success and attempt < 3 skip  # stays
      expect success
    }

    """

  @Test("Typos are fixed and each change is listed; a second time there is nothing to do")
  func mends() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", Self.wrong)
    let first = await Shell()("check", "--fix", file)
    #expect(try text(file) == Self.right)
    #expect(first.status == .success, "\(first.all)")
    #expect(first.output.hasPrefix("\(file):1: `flwo` is now `flow`\n"), "\(first.all)")
    #expect(first.output.hasSuffix("1 file checked: 0 errors, 0 warnings\n"))
    let second = await Shell()("check", "--fix", file)
    #expect(second.output == "1 file checked: 0 errors, 0 warnings\n")
    #expect(try text(file) == Self.right)
  }

  @Test("With --diff nothing is written, and a secret isn't shown")
  func diff() async throws {
    let folder = try TemporaryFolder()
    let script = "on challenge answer passcode = \"hunter22\"\non identfy skip\n"
    let file = try folder.write("a.flow", script)
    let check = await Shell()("check", "--fix", "--diff", file)
    #expect(check.output.contains("-on identfy skip\n+on identify skip\n"), "\(check.all)")
    #expect(!check.output.contains("hunter22"))
    #expect(try text(file) == script)
  }

  @Test(
    "Anything uncertain stays as it is",
    arguments: [
      // As near as another, of other digits, far off, and possible in an org.
      "let ab1 = \"x\"\nlet ab2 = \"y\"\non identify answer identifier = ab3, userProfile.x = ab1\n",
      "let user1 = \"x\"\non identify answer identifier = user2\n",
      "on challenge emaaaail skip\n",
      "on identify answer identifier = who\n",
      "org a { user \"jane@example.com\" { password \"Correct-Horse-1\" } }\n"
        + "on identify answer identifier = \"jnae@example.com\"\n",
      "let spare = 1\non skip skip\n",
    ])
  func uncertain(script: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", script)
    let check = await Shell()("check", "--fix", file)
    #expect(try text(file) == script)
    #expect(!check.output.contains("is now"), "\(check.all)")
  }

  @Test("A file is changed only if all scripts that read it agree")
  func shared() async throws {
    let folder = try TemporaryFolder()
    let library = try folder.write(
      "lib.flow", "let someone = \"a\"\nprofile p { on identify answer identifier = someon }")
    _ = try folder.write("a.flow", "import \"lib.flow\"\nuse p\nlet someon = \"b\"\non skip skip")
    let before = try text(library)
    _ = await Shell()("check", "--fix", folder.path)
    #expect(try text(library) == before)
    _ = await Shell()("check", "--fix", library)
    #expect(try text(library).contains("= someone }"))
  }

  @Test("The standard input can't be fixed, and --diff requires --fix")
  func usage() async throws {
    #expect(await Shell()("check", "--fix", "-").status == .usage)
    #expect(await Shell()("check", "--diff", "a.flow").status == .usage)
    #expect(await Shell()("check", "--format", "yaml", "a.flow").status == .usage)
    #expect(await Shell()("check", "--format", "sarif", "--json", "a.flow").status == .usage)
  }
}

@Suite("flow check --format")
struct CheckFormatTests {
  static let script = "on identfy skip\nexpect steps is \"a,b:c%\"\n"

  @Test("GitHub's annotations are one line each, with the runner's special characters escaped")
  func github() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a,b.flow", Self.script)
    let check = await Shell()("check", "--format", "github", file)
    let name = file.split(separator: ",").joined(separator: "%2C")
    #expect(
      check.lines == [
        "::warning file=\(name),line=1,col=4,endLine=1,endColumn=11,title=unknown-step::"
          + "unknown step `identfy`%0Ahelp: did you mean `identify`?",
        "::error file=\(name),line=2,col=17,endLine=2,endColumn=25,title=type-mismatch::"
          + "`steps` (a number) can't be compared with text%0Ahelp: write a number",
      ], "\(check.all)")
    #expect(check.status == .wrongScript)
    let missing = await Shell()("check", "--format", "github", folder.path + "/100%.flow")
    #expect(missing.output.hasPrefix("::error title=file-not-found::there is no file `"))
    #expect(missing.output.contains("100%25.flow"), "\(missing.all)")
  }

  @Test("SARIF has each rule once, and a location, a level and a fix for each result")
  func sarif() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a b.flow", Self.script + "on identfy skip\n")
    let file = folder.path + "/a b.flow"
    let check = await Shell()("check", "--format", "sarif", file, folder.path + "/none.flow")
    let log = try JSON(parsing: Array(check.output.utf8))
    #expect(log["version"]?.string == "2.1.0")
    let run = try #require(log["runs"]?.array?.first)
    let rules = run["tool"]?["driver"]?["rules"]?.array ?? []
    let results = run["results"]?.array ?? []
    #expect(
      rules.compactMap { $0["id"]?.string } == [
        "unknown-step", "type-mismatch", "unreachable-rule", "file-not-found",
      ], "\(check.all)")
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(rules[index]["id"] == result["ruleId"])
    }
    let first = try #require(results.first)
    let place = first["locations"]?.array?.first?["physicalLocation"]
    #expect(
      place?["artifactLocation"]?["uri"]?.string?.hasSuffix("/a%20b.flow") == true)
    #expect(
      place?["region"] == [
        "startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 11, "byteOffset": 3,
        "byteLength": 7,
      ])
    #expect(first["level"]?.string == "warning")
    let change = first["fixes"]?.array?.first?["artifactChanges"]?.array?.first
    let replacement = change?["replacements"]?.array?.first
    #expect(replacement?["insertedContent"]?["text"]?.string == "identify")
    #expect(replacement?["deletedRegion"] == place?["region"])
    #expect(results.last?["locations"] == nil)
  }

  @Test("A run without problems is a log without results")
  func nothing() async throws {
    let check = await Shell()("check", "--format", "sarif", Project.example("sign-in.flow"))
    let log = try JSON(parsing: Array(check.output.utf8))
    #expect(log["runs"]?.array?.first?["results"]?.array == [])
    let github = await Shell()("check", "--format", "github", Project.example("sign-in.flow"))
    #expect(github.output.isEmpty)
  }

  @Test("No format shows a secret that is written in the script", arguments: ["sarif", "github"])
  func secrets(format: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.flow", "on challenge answer passcode = \"hunter22\"\nexpect rule is hunter22 and hunter22")
    let check = await Shell()("check", "--format", format, file)
    #expect(!check.output.contains("hunter22"), "\(check.all)")
  }

  @Test("A file has one name, however its path is written, and its problem is reported once")
  func paths() async throws {
    let folder = try TemporaryFolder()
    let library = try folder.write("lib/p.flow", "profile p { on identify answer identifier = no }")
    let script = try folder.write("a.flow", "import \"lib/p.flow\"\nuse p")
    let dotted = folder.path + "/./a.flow"
    let slashed = folder.path + "/lib//p.flow"
    for paths in [[folder.path + "/."], [folder.path], [dotted, slashed, script, library]] {
      let check = await Shell()(["check"] + paths)
      #expect(check.output.count(of: "error[") == 1, "\(check.all)")
      #expect(check.output.contains("2 files checked: 1 error, 0 warnings"), "\(check.all)")
    }
  }

  @Test("A name that another checked script may import isn't reported as unused")
  func libraries() async throws {
    let folder = try TemporaryFolder()
    let library = try folder.write(
      "lib.flow", "profile p { on skip skip }\nflow \"own\" { on skip skip }")
    _ = try folder.write("a.flow", "import \"lib.flow\"\nflow \"a\" { use p }")
    let both = await Shell()("check", folder.path)
    #expect(both.output == "2 files checked: 0 errors, 0 warnings\n", "\(both.all)")
    let alone = await Shell()("check", library)
    #expect(alone.output.contains("warning[unused-name]: the profile `p` is never used"))
  }
}
