import Foundation

/// Writes a Swift file with the texts of other files as raw string literals.
///
/// The build runs `embed-files OUTPUT FOLDER FILE…`. Each text is a member of `Resources`, named
/// after the path of its file below the folder: `page.css` is `pageCss`.
@main enum EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first, let folder = arguments.dropFirst().first else { return }
    var members = ""
    var list = ""
    for path in arguments.dropFirst(2) {
      let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
      let place = String(path.dropFirst(folder.count).drop { $0 == "/" })
      members += "  static let \(name(place)) = \(literal(text))\n"
      list += "    (\"\(place)\", \(name(place))),\n"
    }
    let code = """
      /// The files of the target's folder `Resources`.
      enum Resources {
      \(members)
        /// All files, by their paths.
        static let files: [(path: String, text: String)] = [
      \(list)  ]
      }

      """
    try code.write(to: URL(fileURLWithPath: output), atomically: true, encoding: .utf8)
  }

  /// The words of a path in lower camel case.
  private static func name(_ path: String) -> String {
    let words = path.split { !$0.isLetter && !$0.isNumber }
    return words.enumerated().map { index, word in
      index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }

  /// A raw string literal with as many `#` as the text needs.
  private static func literal(_ text: String) -> String {
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}
