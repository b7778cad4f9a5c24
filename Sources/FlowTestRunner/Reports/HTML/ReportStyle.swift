import FlowHTTP

/// How the page of a report looks: light or dark, on a screen or on paper.
enum ReportStyle {
  static let text = PagePalette.text + "\n" + Resources.reportCss + hiding

  /// What hides the flows of a status that isn't chosen, which takes no script.
  private static let hiding = FlowReport.Status.allCases.map { status in
    "#show-\(status.rawValue):not(:checked) ~ .file .flow.\(status.rawValue) { display: none; }\n"
  }.joined()
}
