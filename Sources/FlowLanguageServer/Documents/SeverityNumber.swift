import FlowDiagnostics

extension Diagnostic.Severity {
  /// The number in the Language Server Protocol, `DiagnosticSeverity`.
  var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
