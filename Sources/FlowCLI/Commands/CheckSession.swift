import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowTerminal
import FlowTestRunner
import FlowText

/// Checks several files and prints the results.
struct CheckSession {
  private let host: Host
  private let style: Style
  private let format: ProblemFormat
  private let isQuiet: Bool
  private let isStrict: Bool
  private let isDiff: Bool
  private let files: [String]
  private var fixer: ScriptFixer
  private var status = ExitStatus.success

  init(
    _ arguments: ParsedArguments, _ host: Host, style: Style
  ) throws(UsageFault) {
    self.host = host
    self.style = style
    format = try ProblemFormat(arguments)
    isQuiet = arguments.has(SharedOptions.quiet)
    isStrict = arguments.has(CheckCommand.strict)
    isDiff = arguments.has(CheckCommand.diff)
    files = try ScriptFinder.find(arguments.operands)
    if arguments.has(CheckCommand.fix), !isDiff, files.contains("-") {
      throw UsageFault(
        message: "`--fix` writes files, and the standard input isn't a file",
        help: "`--fix --diff` prints the changes")
    }
    if isDiff, !arguments.has(CheckCommand.fix) {
      throw UsageFault(
        message: "`--diff` shows what `--fix` would change", help: "write `--fix --diff`")
    }
    var options = LoadedScript.Options(orgs: host.engines.orgReader)
    options.variables = arguments.texts(CheckCommand.variable).map { text in
      text.split(separator: "=", maxSplits: 1).first.map(String.init) ?? text
    }
    options.checksValues = false
    options.treeRoot = arguments.text(SharedOptions.root)
    fixer = ScriptFixer(files, of: GivenPaths(arguments.operands), options)
  }

  // MARK: Checking

  /// Checks every file; returns `nil` if the command was interrupted.
  private func round() -> CheckRound? {
    var round = CheckRound()
    for file in files {
      guard !Task.isCancelled else { return nil }
      round.add(fixer.load(file))
    }
    round.settle()
    return round
  }

  /// Checks the files, applies the fixes if `fixes` is true, and prints the remaining problems.
  mutating func run(fixes: Bool) -> ExitStatus {
    guard var found = round() else { return .interrupted }
    if fixes {
      for _ in 0..<ScriptFixer.roundsMax where fixer.apply(found) {
        guard let next = round() else { return .interrupted }
        found = next
      }
      if isDiff { showChanges() } else { write() }
    }
    return status.worse(show(found.diagnostics))
  }

  // MARK: Fixing

  private func showChanges() {
    for (file, text) in fixer.texts.sorted(by: { $0.key < $1.key }) {
      guard let old = try? ScriptFiles.read(file) else { continue }
      ScriptChange(file: file, old: old, new: text).write(to: told, style)
    }
  }

  /// The sink for the list of changed files: the errors if a program reads the output.
  private var told: any TextSink { format == .text ? host.output : host.errors }

  private mutating func write() {
    for (file, text) in fixer.texts.sorted(by: { $0.key < $1.key }) {
      do throws(PlainFailure) {
        try ScriptFiles.replace(file, with: text)
      } catch {
        host.errors.print("\(file) can't be written: \(error.message)\n")
        status = status.worse(.serverFailed)
        continue
      }
      guard !isQuiet else { continue }
      var tables = LineTables()
      for change in fixer.changes where change.place.source.name == file {
        let line = tables.line(of: change.place.range.start, in: change.place.source)
        told.print(
          "\(file):\(line): `\(change.old)` is now "
            + "`\(change.new)`\n")
      }
    }
  }

  // MARK: Printing

  private func show(_ diagnostics: [Diagnostic]) -> ExitStatus {
    var output = ProblemOutput(output: host.output, style: style, masker: Masker())
    format.write(diagnostics, to: &output)
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let failed = errors > 0 || (isStrict && warnings > 0)
    if format == .text, !isQuiet {
      let counts = "\(count(errors, "error")), \(count(warnings, "warning"))"
      let text = "\(count(files.count, "file")) checked: \(counts)"
      host.output.print(
        (errors + warnings > 0 ? "\n" : "") + style("\(text)", as: failed ? .bad : .good) + "\n")
    }
    return failed ? .wrongScript : .success
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
