package import FlowInterpreter
import FlowSyntax
package import FlowHTTP
package import FlowTerminal
package import FlowDiagnostics

/// Writes all problems of a command, as text or as JSON.
package struct ProblemOutput {
  private var renderer: DiagnosticRenderer
  private var writer: DiagnosticJSON
  package let output: any OutputSink
  private let masker: Masker
  private var isFirst = true
  /// The number of problems that can still be drawn.
  private var room = ProblemOutput.drawnMax
  /// The number of problems that weren't drawn.
  private var left = 0
  /// The first problem that wasn't drawn.
  private var held: Diagnostic?

  /// The most problems that a command draws.
  ///
  /// Nobody reads more, and a file may have one at every byte.
  static let drawnMax = 100

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - output: The sink of the problems.
  ///   - style: The colors.
  ///   - masker: The masker of secrets.
  package init(output: any OutputSink, style: Style, masker: Masker) {
    self.output = output
    self.masker = masker
    renderer = DiagnosticRenderer(isColoured: style.isColored, mask: masker.masked)
    writer = DiagnosticJSON(mask: masker.masked)
  }

  /// Draws problems below their lines, and prints the number of the rest.
  package mutating func write(_ diagnostics: [Diagnostic]) {
    add(diagnostics)
    finish()
  }

  /// Draws problems of a command that may have more.
  ///
  /// `finish` prints the number of the rest.
  ///
  /// Warnings are drawn only if no error needs their space.
  package mutating func add(_ diagnostics: [Diagnostic]) {
    let drawn = ProblemOutput.gravest(diagnostics, count: room)
    if let first = diagnostics.first(where: { !drawn.contains($0) }), left == 0 { held = first }
    room -= drawn.count
    left += diagnostics.count - drawn.count
    draw(drawn)
  }

  /// Prints the total number of problems that weren't drawn.
  package mutating func finish() {
    // A line about one more problem isn't shorter than many problems.
    if left == 1, let held {
      draw([held])
    } else if left > 0 {
      if !isFirst { output.write("\n") }
      isFirst = false
      output.write("and \(left.grouped) more \(left == 1 ? "problem" : "problems")\n")
    }
    left = 0
    held = nil
  }

  /// Whether no more problems are drawn.
  package var isFull: Bool { room == 0 }

  private mutating func draw(_ diagnostics: [Diagnostic]) {
    masker.addLiterals(shownBy: diagnostics)
    for diagnostic in diagnostics {
      if !isFirst { output.write("\n") }
      isFirst = false
      output.write(renderer.render(diagnostic))
    }
  }

  /// Returns a number of problems in their order.
  ///
  /// All errors are selected before any warning.
  private static func gravest(_ diagnostics: [Diagnostic], count: Int) -> [Diagnostic] {
    guard diagnostics.count > count else { return diagnostics }
    var warnings = max(0, count - diagnostics.count { $0.severity == .error })
    var errors = count
    return diagnostics.filter { diagnostic in
      guard diagnostic.severity == .error else {
        warnings -= 1
        return warnings >= 0
      }
      errors -= 1
      return errors >= 0
    }
  }

  /// Reports problems that don't belong to a run: drawn, or as separate objects.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems.
  ///   - objects: The sink of objects; `nil` if problems are drawn.
  package mutating func report(_ diagnostics: [Diagnostic], to objects: MaskingSink?) {
    guard !diagnostics.isEmpty else { return }
    guard let objects else { return add(diagnostics) }
    objects.writeLine(["version": .integer(RunJSON.version), "problems": json(diagnostics)])
  }

  /// Returns the problems as JSON.
  package mutating func json(_ diagnostics: [Diagnostic]) -> JSON {
    masker.addLiterals(shownBy: diagnostics)
    return .array(diagnostics.map { writer.object($0) })
  }
}

extension Int {
  /// The number with a comma at every third digit.
  fileprivate var grouped: String {
    let digits = Array(String(self))
    return digits.enumerated().reduce(into: "") { text, digit in
      let left = digits.count - digit.offset
      if digit.offset > 0, left % 3 == 0, digits[digit.offset - 1] != "-" { text += "," }
      text.append(digit.element)
    }
  }
}

extension ExitStatus {
  /// Creates the exit status for the problems of a run.
  package init(of result: RunResult) {
    guard !result.passed else {
      self = .success
      return
    }
    // An expectation that can't be tested is the script's mistake, also at the end.
    let kinds = result.faults.map(\.kind) + result.expectations.compactMap { $0.fault?.kind }
    let status = kinds.map { ExitStatus(of: $0) }
      .reduce(ExitStatus.success) { $0.worse($1) }
    self = status == .success ? .failed : status
  }

  /// Creates the exit status for a problem.
  package init(of kind: ProblemKind) {
    self =
      switch kind.exit {
      case .failed: .failed
      case .invalid: .wrongScript
      case .server, .untrusted: .serverFailed
      case .interrupted: .interrupted
      }
  }
}
