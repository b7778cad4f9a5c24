import CommandSupport
import FlowTerminal
import FlowText
import Testing

@Suite("A terminal without UTF-8")
struct PlainSignTests {
  private static let plain = ["LC_ALL": "C"]

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  @Test("The locale decides, and without one it is UTF-8")
  func locale() {
    #expect(!PlainSigns.areNeeded([:]))
    #expect(!PlainSigns.areNeeded(["LANG": "de_DE.UTF-8"]))
    #expect(!PlainSigns.areNeeded(["LC_ALL": "", "LANG": "C.utf8"]))
    #expect(!PlainSigns.areNeeded(["LC_ALL": "C.UTF-8", "LANG": "C"]))
    #expect(PlainSigns.areNeeded(["LANG": "C"]))
    #expect(PlainSigns.areNeeded(["LC_ALL": "POSIX", "LANG": "C.UTF-8"]))
    #expect(PlainSigns.areNeeded(["LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "C.UTF-8"]))
  }

  @Test(
    "Help, pages and usage faults are ASCII, on a terminal and in a pipe",
    arguments: [
      ["--help"], ["help", "test"], ["import", "--help"], ["help", "reports"],
      ["explain", "missing-values"], ["import", "okta"], ["explain"],
    ])
  func pages(arguments: [String]) async throws {
    for isTerminal in [false, true] {
      let run = await Shell(environment: Self.plain, isTerminal: isTerminal)(arguments)
      #expect(!run.all.isEmpty && Self.isASCII(run.all), "\(arguments) \(run.all)")
    }
  }

  @Test("Problems, runs and tests are ASCII, and a cut line keeps its caret")
  func problems() async throws {
    let folder = try TemporaryFolder()
    let line = String(repeating: "a", count: 300) + " "
    let file = try folder.write(
      "a.flow", "flow \"x\" { on identify say \"\(line)\"; use nobody; expect success }\n")
    let check = await Shell(environment: Self.plain)("check", file)
    #expect(Self.isASCII(check.all) && check.output.contains(" | ..."), "\(check.all)")
    let lines = check.output.split(separator: "\n").map(Array.init)
    let caret = try #require(lines.firstIndex { $0.contains("^") })
    let column = try #require(lines[caret].firstIndex(of: "^"))
    #expect(String(lines[caret - 1][column...]).hasPrefix("nobody"), "\(check.output)")
    let secret = try folder.write(
      "b.flow",
      "flow \"x\" {\n  on identify answer identifier = \"jane@example.com\"\n"
        + "  on challenge password answer passcode = \"Wrong-1\"\n}\n")
    for command in ["run", "test"] {
      let run = await Shell(environment: Self.plain)(command, secret)
      #expect(run.status == .failed && Self.isASCII(run.all), "\(run.all)")
      #expect(run.all.contains("passcode = ******"), "\(run.all)")
    }
  }

  @Test("Other characters of a user, and formats for programs, stay as they are")
  func content() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", "flow \"Zoë 日本\" {\n  use nobody…\n}\n")
    let test = await Shell(environment: Self.plain)("test", file)
    #expect(test.all.contains("BROKEN"), "\(test.all)")
    let named = try folder.write("b.flow", "flow \"Zoë 日本\" { on identify stop; expect stopped }\n")
    let run = await Shell(environment: Self.plain)("test", named)
    #expect(run.output.contains("Zoë 日本"), "\(run.all)")
    let json = await Shell(environment: Self.plain)("check", file, "--json")
    #expect(json.output == (await Shell()("check", file, "--json")).output)
    let script = try folder.write("c.flow", "# a … b\nflow  \"x\" { on identify stop }\n")
    let patch = await Shell(environment: Self.plain)("fmt", "--diff", script)
    #expect(patch.output.contains(" # a … b\n"), "\(patch.all)")
  }
}
