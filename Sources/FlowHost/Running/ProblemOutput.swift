package import FlowInterpreter
import FlowSyntax
package import FlowHTTP
package import FlowTerminal
package import FlowDiagnostics

/// Prints the problems of a command, as text or as JSON.
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
  /// The first problem that wasn't drawn; `nil` if all were.
  private var held: Diagnostic?

  /// The maximum number of problems that a command draws.
  ///
  /// Users don't read more, and a file may have a problem at every byte.
  static let drawnMax = 100

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - output: The sink that the problems are printed to.
  ///   - style: The colors.
  ///   - masker: Masks secrets in the problems.
  package init(output: any OutputSink, style: Style, masker: Masker) {
    self.output = output
    self.masker = masker
    renderer = DiagnosticRenderer(isColored: style.isColored, mask: masker.masked)
    if output.isPlain { renderer.ellipsis = "..." }
    writer = DiagnosticJSON(mask: masker.masked)
  }

  /// Draws problems below their lines, and prints how many weren't drawn.
  package mutating func write(_ diagnostics: [Diagnostic]) {
    add(diagnostics)
    finish()
  }

  /// Draws problems.
  ///
  /// More problems may follow in other calls, and `finish` prints how many weren't drawn.
  ///
  /// Warnings are drawn only if there is enough room after the errors.
  package mutating func add(_ diagnostics: [Diagnostic]) {
    let drawn = ProblemOutput.gravest(diagnostics, count: room)
    if let first = diagnostics.first(where: { !drawn.contains($0) }), left == 0 { held = first }
    room -= drawn.count
    left += diagnostics.count - drawn.count
    draw(drawn)
  }

  /// Prints how many problems weren't drawn.
  package mutating func finish() {
    // If only one problem is left, it is drawn instead of counted.
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

  /// Whether no more problems can be drawn.
  package var isFull: Bool { room == 0 }

  private mutating func draw(_ diagnostics: [Diagnostic]) {
    masker.addLiterals(shownBy: diagnostics)
    for diagnostic in diagnostics {
      if !isFirst { output.write("\n") }
      isFirst = false
      output.writeText(renderer.render(diagnostic))
    }
  }

  /// Returns at most this number of problems, in their order.
  ///
  /// Warnings are left out before errors.
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

  /// Reports problems that don't belong to a run.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems.
  ///   - objects: The sink for JSON objects; `nil` to draw the problems.
  package mutating func report(_ diagnostics: [Diagnostic], to objects: MaskingSink?) {
    guard !diagnostics.isEmpty else { return }
    guard let objects else { return add(diagnostics) }
    objects.writeLine(["version": .integer(RunJSON.version), "problems": json(diagnostics)])
  }

  /// Returns problems as a JSON array.
  package mutating func json(_ diagnostics: [Diagnostic]) -> JSON {
    masker.addLiterals(shownBy: diagnostics)
    return .array(diagnostics.map { writer.object($0) })
  }
}

extension Int {
  /// The number with commas between groups of three digits.
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
  /// Determines the exit status for the result of a run.
  package init(of result: RunResult) {
    guard !result.passed else {
      self = .success
      return
    }
    // If an expectation can't be tested, that is an error in the script.
    let kinds = result.faults.map(\.kind) + result.expectations.compactMap { $0.fault?.kind }
    let status = kinds.map { ExitStatus(of: $0) }
      .reduce(ExitStatus.success) { $0.worse($1) }
    self = status == .success ? .failed : status
  }

  /// Determines the exit status for a kind of problem.
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
