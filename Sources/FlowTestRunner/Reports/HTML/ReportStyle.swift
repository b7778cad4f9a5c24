import FlowHTTP

/// The style sheet of the report's page, for light and dark screens and for paper.
enum ReportStyle {
  static let text = PagePalette.text + "\n" + Resources.reportCss + hiding

  /// Style rules that hide the flows whose status isn't selected.
  ///
  /// The rules need no script.
  private static let hiding = FlowReport.Status.allCases.map { status in
    "#show-\(status.rawValue):not(:checked) ~ .file .flow.\(status.rawValue) { display: none; }\n"
  }.joined()
}
