import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import FlowTerminal
import Testing

@Suite("The output is bounded, however many problems there are")
struct BoundedOutputTests {
  /// One line of 108 KB with 7,500 faults, each an import of a missing file.
  private static let line = (0..<7500).map { "import \"x\($0)\"" }.joined(separator: ";") + "\n"

  @Test("Problems in one long line", arguments: [[], ["--color", "always"]])
  func check(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", Self.line)
    let run = await Shell()(["check", file] + arguments)
    #expect(run.status == .wrongScript)
    #expect(run.output.utf8.count < 100_000, "\(run.output.utf8.count)")
    #expect(run.output.contains("and 7,400 more problems\n"), "\(run.output.suffix(200))")
    #expect(run.output.contains("7500 errors, 0 warnings"), "\(run.output.suffix(200))")
    // The line is cut around the caret, with a mark on either side.
    #expect(run.output.contains("…\n"))
    #expect(run.output.contains(" | …") || !arguments.isEmpty)
    for line in run.lines where !line.contains("\u{1B}") { #expect(line.count < 200, "\(line)") }
    let quiet = await Shell()("check", "-q", file)
    #expect(quiet.output.hasSuffix("and 7,400 more problems\n"))
  }

  @Test("Machine-readable formats have all problems")
  func machines() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", Self.line)
    #expect(await Shell()("check", file, "--json").lines.count == 7500)
    #expect(await Shell()("check", file, "--format", "github").lines.count == 7500)
    let sarif = await Shell()("check", file, "--format", "sarif")
    let log = try JSON(parsing: Array(sarif.output.utf8))
    #expect(log["runs"]?.array?.first?["results"]?.array?.count == 7500)
    #expect(sarif.status == .wrongScript)
  }

  @Test("101 problems are all drawn; of 102 the number of the rest is printed")
  func rest() async throws {
    for count in [100, 101, 102] {
      let folder = try TemporaryFolder()
      let text = (0..<count).map { "import \"x\($0)\"\n" }.joined()
      let run = await Shell()("check", try folder.write("a.flow", text))
      let drawn = run.output.count(of: "error[")
      #expect(drawn == (count == 102 ? 100 : count), "\(run.output.suffix(300))")
      #expect(run.output.contains("more problem") == (count == 102))
    }
  }

  @Test("Warnings don't take room from errors")
  func errorsFirst() async throws {
    let folder = try TemporaryFolder()
    let rules = (0..<150).map { "on identfy answer x\($0) = \"x\"\n" }.joined()
    let file = try folder.write("a.flow", rules + "use nobody\n")
    let run = await Shell()("check", file)
    #expect(run.output.count(of: "error[") == 1, "\(run.output.suffix(300))")
    #expect(run.output.contains("warning[") && run.output.contains("more problem"))
  }

  @Test("Runs and other commands draw the same number of problems")
  func others() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", Self.line + "flow \"x\" { expect success }\n")
    for command in ["run", "shrink", "audit"] {
      let run = await Shell()(command, file)
      let bytes = run.all.utf8.count
      #expect(bytes < 100_000, "\(command)")
      #expect(run.all.contains("more problems"), "\(run.all.suffix(300))")
    }
  }

  @Test("If many flows have problems, the rest are counted once, at the end")
  func flows() async throws {
    let folder = try TemporaryFolder()
    let rules = "  on identify answer identifier = env A\n  on identify stop\n"
    for count in [100, 101, 150] {
      let flows = (0..<count).map { "flow \"\($0)\" {\n\(rules)}\n" }.joined()
      let file = try folder.write("a.flow", flows)
      let run = await Shell()("run", "--no-input", file)
      let drawn = count == 150 ? 100 : count
      #expect(run.errors.count(of: "error[missing-values]") == drawn, "\(run.errors.suffix(500))")
      #expect(run.errors.count(of: "more problem") == (count == 150 ? 1 : 0))
      #expect(count != 150 || run.errors.hasSuffix("and 50 more problems\n"))
    }
  }

  @Test("A word as long as its script is cut, too")
  func word() async throws {
    let folder = try TemporaryFolder()
    let word = String(repeating: "w", count: 100_000)
    let file = try folder.write("a.flow", "flow \"x\" { use \(word)\n expect success }\n")
    let run = await Shell()("check", file)
    #expect(run.status == .wrongScript && run.output.utf8.count < 10_000, "\(run.output.count)")
  }

  @Test("A literal as long as its script is cut wherever it is shown", arguments: ["run", "test"])
  func literal(command: String) async throws {
    let folder = try TemporaryFolder()
    let word = String(repeating: "a", count: 100_000)
    let script = """
      flow "x" {
        on identify answer identifier = "\(word)"
        on identify fail "\(word)"
        expect success and message is "\(word)"
      }
      """
    let run = await Shell()(command, try folder.write("a.flow", script))
    #expect(run.status == .failed, "\(run.all.prefix(2000))")
    #expect(run.all.utf8.count < 30_000, "\(run.all.utf8.count)")
    #expect(run.all.contains("aaa…"))
  }

  @Test("JSON has all problems, but not the whole of a long word")
  func longMessage() async throws {
    let folder = try TemporaryFolder()
    let word = String(repeating: "w", count: 100_000)
    let file = try folder.write("a.flow", "flow \"x\" { use \(word)\n expect success }\n")
    for format in ["json", "sarif", "github"] {
      let run = await Shell()("check", file, "--format", format)
      #expect(run.status == .wrongScript && run.output.contains("www…"), "\(format)")
      #expect(run.output.utf8.count < 10_000, "\(format): \(run.output.utf8.count)")
    }
  }

  @Test("Of hundreds of failed flows the first have details, some more a line, the rest a number")
  func failedFlows() async throws {
    let folder = try TemporaryFolder()
    let flows = (0..<300).map { number in
      "flow \"f\(number)\" {\n  otherwise stop\n  expect success\n  expect path skip\n"
        + "  expect steps > \(number + 5)\n}\n"
    }.joined()
    let run = await Shell()("test", try folder.write("a.flow", flows))
    #expect(run.status == .failed && run.output.utf8.count < 100_000, "\(run.output.utf8.count)")
    // Each has three errors.
    #expect(run.output.count(of: "error[") == 150, "\(run.output.count(of: "error["))")
    #expect(run.output.count(of: "\nFAIL ") == 200, "\(run.output.count(of: "\nFAIL "))")
    #expect(run.output.contains("  and 280 others\n\n300 flows: 300 failed; "))
  }

  @Test("If one problem has many locations, the first ones are drawn")
  func places() {
    let source = SourceFile(name: "a.flow", text: String(repeating: "a\n", count: 500))
    func place(_ line: UInt32) -> Place {
      Place(source, SourceRange(line * 2, line * 2 + 1))
    }
    let labels = (1..<500).map { Diagnostic.PlaceLabel(place($0), "here") }
    var renderer = DiagnosticRenderer()
    let text = renderer.render(
      Diagnostic(.missingValues(["x"]), at: place(0), labels: labels))
    #expect(text.count(of: " here") == 10 && text.contains("and 489 more places"), "\(text)")
  }
}
