import FlowRuntime
import FlowScript
import FlowSyntax
import FlowWire

/// `flow check`: finds what is wrong without running anything.
enum CheckCommand {
  static let spec = CommandSpec(
    name: "check", operands: "PATH…",
    summary: "find the mistakes in scripts without running them",
    details: [
      "Reads files, and every .flow file below folders, with all that they import, and prints",
      "every mistake: of grammar, unknown names, types that can't be compared, rules that can",
      "never fire, orgs that can't be. `-` reads a script from the standard input.",
    ],
    operandCount: 1...Int.max,
    options: [
      OptionSpec(name: "--strict", meaning: "fail on warnings too"),
      OptionSpec(
        name: "--var", value: "NAME", repeats: true, meaning: "a name that a run will be given"),
      OptionSpec.root,
      OptionSpec(name: "--quiet", short: "-q", meaning: "print problems alone"),
      OptionSpec(name: "--json", meaning: "print JSON: one problem a line"),
    ],
    examples: [
      ("flow check Examples", "everything in a folder"),
      ("flow check --strict --json sign-in.flow", "for an editor or a pipeline"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do {
      let style = try Style.of(host.output, arguments, host.environment)
      let files = try ScriptFinder.find(arguments.operands)
      var session = CheckSession(arguments, host, style: style)
      for file in files {
        guard !Task.isCancelled else { return .interrupted }
        guard host.output.failure == nil else { break }
        session.check(file)
      }
      return session.finish(files: files.count)
    } catch {
      host.errors.write(usage(error))
      return .usage
    }
  }
}

/// The checking of several files.
private struct CheckSession {
  private let host: Host
  private let style: Style
  private let isJSON: Bool
  private let isQuiet: Bool
  private let isStrict: Bool
  private let options: LoadedScript.Options
  private var output: ProblemOutput
  private var errors = 0
  private var warnings = 0
  /// The problems of files that several scripts import are told once.
  private var told: Set<String> = []

  init(_ arguments: ParsedArguments, _ host: Host, style: Style) {
    self.host = host
    self.style = style
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
    isStrict = arguments.has("--strict")
    var options = LoadedScript.Options()
    options.variables = arguments.all("--var").map { text in
      text.split(separator: "=", maxSplits: 1).first.map(String.init) ?? text
    }
    options.checksValues = false
    options.treeRoot = arguments.value("--root")
    self.options = options
    output = ProblemOutput(output: host.output, style: style, masker: Masker())
  }

  mutating func check(_ file: String) {
    let script = LoadedScript.load(file, options: options)
    for diagnostic in script.diagnostics where told.insert(key(of: diagnostic)).inserted {
      if diagnostic.severity == .error { errors += 1 } else { warnings += 1 }
      if isJSON {
        for object in output.json([diagnostic]).array ?? [] {
          host.output.write(String(decoding: object.bytes(), as: UTF8.self) + "\n")
        }
      } else {
        output.write([diagnostic])
      }
    }
  }

  private func key(of diagnostic: Diagnostic) -> String {
    let place = diagnostic.place
    let range = place?.range ?? SourceRange(0, 0)
    return "\(place?.source.name ?? ""):\(range.start):\(range.end):\(diagnostic.message)"
  }

  func finish(files: Int) -> ExitStatus {
    let failed = errors > 0 || (isStrict && warnings > 0)
    if !isJSON, !isQuiet {
      let counts = "\(count(errors, "error")), \(count(warnings, "warning"))"
      let text = "\(count(files, "file")) checked: \(counts)"
      host.output.write(
        (errors + warnings > 0 ? "\n" : "") + style(text, failed ? .bad : .good) + "\n")
    }
    return failed ? .wrongScript : .success
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
