/// How something is written, for the help of a problem.
///
/// Most settings have none, so nothing is looked up before it is shown.
package struct SettingForm: CustomStringConvertible, ExpressibleByStringInterpolation {
  private let path: [String]
  private let text: String?
  /// The schema that it is from; empty for a form in words of its own.
  private let schema: [SettingDescription]

  /// As the schema has it.
  package init(path: [String], of schema: [SettingDescription]) {
    self.path = path
    self.schema = schema
    text = nil
  }

  /// In these words.
  package init(stringLiteral text: String) {
    path = []
    schema = []
    self.text = text
  }

  package var description: String {
    text ?? schema.first { $0.path == path }?.form
      ?? "`\(path.joined(separator: " "))`"
  }
}
