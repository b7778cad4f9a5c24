import FlowHTTP

/// The style of a report's page: light or dark, on a screen or on paper.
enum ReportStyle {
  static let text = PagePalette.text + "\n" + Resources.reportCss + hiding

  /// The rules that hide the flows of a status that isn't selected, without a script.
  private static let hiding = FlowReport.Status.allCases.map { status in
    "#show-\(status.rawValue):not(:checked) ~ .file .flow.\(status.rawValue) { display: none; }\n"
  }.joined()
}
