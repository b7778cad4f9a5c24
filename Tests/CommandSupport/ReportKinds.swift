package import FlowTestRunner

extension ReportKind {
  /// The words of all kinds that programs read.
  package static let forPrograms = allCases.filter { $0 != .console }.map(\.rawValue)
}
