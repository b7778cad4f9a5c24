import Foundation

/// Writes a Swift file with the texts of other files as raw string literals.
///
/// Run by the build: `embed-files OUTPUT FILE…`. Each text is called as its file is, without the
/// extension.
@main enum EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { return }
    var code = "extension Manual {\n  static let sources: [(id: String, text: String)] = [\n"
    for path in arguments.dropFirst() {
      let file = URL(fileURLWithPath: path)
      let text = try String(contentsOf: file, encoding: .utf8)
      let id = file.deletingPathExtension().lastPathComponent
      code += "(\"\(id)\", \(literal(text))),\n"
    }
    code += "  ]\n}\n"
    try code.write(to: URL(fileURLWithPath: output), atomically: true, encoding: .utf8)
  }

  /// A raw string literal with as many `#` as the text needs.
  private static func literal(_ text: String) -> String {
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}
