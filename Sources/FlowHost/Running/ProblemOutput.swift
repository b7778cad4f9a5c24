package import FlowInterpreter
import FlowSyntax
package import FlowHTTP
package import FlowTerminal
package import FlowDiagnostics

/// Writes problems, for a person or as JSON; every one goes through here.
package struct ProblemOutput {
  private var renderer: DiagnosticRenderer
  private var writer: DiagnosticJSON
  package let output: any OutputSink
  private let masker: Masker
  private var isFirst = true
  /// How many more problems are drawn.
  private var room = ProblemOutput.drawnMax
  /// How many were not drawn.
  private var left = 0
  /// The first of them.
  private var held: Diagnostic?

  /// How many problems a command draws: nobody reads more, and a file may have one at every byte.
  static let drawnMax = 100

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - output: where problems go.
  ///   - style: the colours.
  ///   - masker: what hides secrets.
  package init(output: any OutputSink, style: Style, masker: Masker) {
    self.output = output
    self.masker = masker
    renderer = DiagnosticRenderer(isColoured: style.isColored, mask: masker.masked)
    writer = DiagnosticJSON(mask: masker.masked)
  }

  /// Draws problems under their lines, and of more than there is room for the number.
  package mutating func write(_ diagnostics: [Diagnostic]) {
    add(diagnostics)
    finish()
  }

  /// Draws problems of a command that may have more; `finish` prints the number of the others.
  ///
  /// Warnings are drawn only if no error needs their room.
  package mutating func add(_ diagnostics: [Diagnostic]) {
    let drawn = ProblemOutput.gravest(diagnostics, count: room)
    if let first = diagnostics.first(where: { !drawn.contains($0) }), left == 0 { held = first }
    room -= drawn.count
    left += diagnostics.count - drawn.count
    draw(drawn)
  }

  /// Prints how many problems were not drawn, once for all of them.
  package mutating func finish() {
    // A line that says that there is one more is no shorter than many a problem.
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

  /// Whether no more problem is drawn.
  package var isFull: Bool { room == 0 }

  private mutating func draw(_ diagnostics: [Diagnostic]) {
    masker.addLiterals(shownBy: diagnostics)
    for diagnostic in diagnostics {
      if !isFirst { output.write("\n") }
      isFirst = false
      output.write(renderer.render(diagnostic))
    }
  }

  /// So many problems in their order: every error before any warning is chosen.
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

  /// Tells problems that no run is at: drawn, or as an object of their own.
  ///
  /// - Parameters:
  ///   - diagnostics: the problems.
  ///   - objects: where objects go; `nil` where problems are drawn.
  package mutating func report(_ diagnostics: [Diagnostic], to objects: MaskingSink?) {
    guard !diagnostics.isEmpty else { return }
    guard let objects else { return add(diagnostics) }
    objects.writeLine(["version": .integer(RunJSON.version), "problems": json(diagnostics)])
  }

  /// The problems as JSON.
  package mutating func json(_ diagnostics: [Diagnostic]) -> JSON {
    masker.addLiterals(shownBy: diagnostics)
    return .array(diagnostics.map { writer.object($0) })
  }
}

extension Int {
  /// The number with a comma at every third digit, as people write it.
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
  /// What a run's problems tell the shell.
  package init(of result: RunResult) {
    guard !result.passed else {
      self = .success
      return
    }
    // An expectation that can't be tested is the script's mistake, as it is among the actions.
    let kinds = result.faults.map(\.kind) + result.expectations.compactMap { $0.fault?.kind }
    let status = kinds.map { ExitStatus(of: $0) }
      .reduce(ExitStatus.success) { $0.worse($1) }
    self = status == .success ? .failed : status
  }

  /// What a problem tells the shell.
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
