package import FlowTestRunner

extension ReportKind {
  /// The words of all machine-readable kinds.
  package static let forPrograms = allCases.filter { $0 != .console }.map(\.rawValue)
}
