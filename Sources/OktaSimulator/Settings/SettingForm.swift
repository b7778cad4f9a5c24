/// How something is written, for the help of a problem.
///
/// Most settings have none, so nothing is looked up before it is shown.
struct SettingForm: CustomStringConvertible, ExpressibleByStringInterpolation {
  private let path: [String]
  private let text: String?
  /// The schema that it is of; `nil` for an Identity Engine org's.
  private let schema: [SettingDescription]?

  /// As the schema has it.
  init(path: [String], of schema: [SettingDescription]? = nil) {
    self.path = path
    self.schema = schema
    text = nil
  }

  /// In these words.
  init(stringLiteral text: String) {
    path = []
    schema = nil
    self.text = text
  }

  var description: String {
    text ?? (schema ?? Org.schema).first { $0.path == path }?.form
      ?? "`\(path.joined(separator: " "))`"
  }
}
