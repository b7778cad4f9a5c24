/// How something is written, for the help of a problem.
///
/// Most settings have none, so nothing is looked up before it is shown.
struct SettingForm: CustomStringConvertible, ExpressibleByStringInterpolation {
  private let path: [String]
  private let text: String?

  /// As the schema has it.
  init(path: [String]) {
    self.path = path
    text = nil
  }

  /// In these words.
  init(stringLiteral text: String) {
    path = []
    self.text = text
  }

  var description: String {
    text ?? Org.schema.first { $0.path == path }?.form ?? "`\(path.joined(separator: " "))`"
  }
}
