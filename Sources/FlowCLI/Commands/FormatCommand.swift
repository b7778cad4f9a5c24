import FlowDiagnostics
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText

/// `flow fmt`: formats scripts.
enum FormatCommand {
  static let check = Flag("--check", "write nothing; fail if a file would change")
  static let diff = Flag("--diff", "write nothing; print what would change")

  static let spec = CommandSpec(
    name: "fmt", operands: "PATH…",
    summary: "format scripts",
    details: [
      "Writes scripts in the standard format, and prints the paths of the files that changed. In a",
      "folder, formats every .flow file below the folder. The meaning, the comments and the blank",
      "lines of a script stay. If a file has mistakes, the command prints the mistakes and doesn't",
      "change the file. `-` reads a script from the standard input, and prints the formatted",
      "script.",
    ],
    operandCount: 1...Int.max,
    options: [
      check,
      diff,
      SharedOptions.quiet,
    ],
    examples: [
      ("flow fmt Examples", "everything in a folder"),
      ("flow fmt --check .", "in a CI job"),
      ("flow fmt - < sign-in.flow", "for an editor"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do {
      let style = try ColorOption.style(host.output, arguments, host.environment)
      let files = try ScriptFinder.find(arguments.operands)
      var session = FormatSession(arguments, host, style: style)
      defer { session.finish() }
      for file in files {
        guard !Task.isCancelled else { return .interrupted }
        guard host.output.failure == nil else { break }
        session.format(file)
      }
      return session.status
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}

/// Formats several files and prints the results.
private struct FormatSession {
  private let host: Host
  private let style: Style
  private let isCheck: Bool
  private let isDiff: Bool
  private let isQuiet: Bool
  private let given: GivenPaths
  private var problems: ProblemOutput
  private(set) var status = ExitStatus.success

  init(_ arguments: ParsedArguments, _ host: Host, style: Style) {
    self.host = host
    self.style = style
    isCheck = arguments.has(FormatCommand.check)
    isDiff = arguments.has(FormatCommand.diff)
    isQuiet = arguments.has(SharedOptions.quiet)
    given = GivenPaths(arguments.operands)
    problems = ProblemOutput(output: host.errors, style: style, masker: Masker())
  }

  /// Prints the problems that weren't printed yet.
  mutating func finish() { problems.finish() }

  mutating func format(_ path: String) {
    let source: SourceFile
    do throws(ReadFault) {
      source = SourceFile(name: path, bytes: try given.read(path))
    } catch {
      problems.add([error.diagnostic(of: path)])
      status = status.worse(.wrongScript)
      return
    }
    guard let text = source.formatted() else {
      let (script, mistakes) = Script.parse(source)
      // If a folder or a link led to the file, its lines are shown only if it is a script.
      let isKnown = given.foldersFound(path) == nil && !ScriptTree.isLinked(path)
      let isShown = isKnown || ScriptShape.isScript(script, mistakes)
      problems.add(
        isShown
          ? mistakes.filter { $0.severity == .error }
          : [Diagnostic(.notAScript(path: path), at: nil)])
      status = status.worse(.wrongScript)
      return
    }
    let isChanged = Array(text.utf8) != source.bytes
    let isInput = path == "-"
    if isChanged, isCheck || isDiff { status = status.worse(.failed) }
    if isDiff {
      if isChanged {
        ScriptChange(file: path, old: source.bytes, new: Array(text.utf8))
          .write(to: host.output, style)
      }
    } else if isInput, !isCheck {
      // A file receives the exact text, but a terminal gets control characters as escapes.
      host.output.write(host.output.isTerminal ? GeneratedScript.escaped(text) : text)
    } else if isChanged {
      if !isCheck { replace(path, text) }
      if !isQuiet { host.output.print("\(path)\n") }
    }
  }

  private mutating func replace(_ path: String, _ text: String) {
    do throws(PlainFailure) {
      try ScriptFiles.replace(path, with: Array(text.utf8))
    } catch {
      host.errors.print("\(path) can't be written: \(error.message)\n")
      status = status.worse(.serverFailed)
    }
  }
}
