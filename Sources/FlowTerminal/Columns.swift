/// The columns of a table of text.
package enum Columns {
  /// A text filled up with spaces, at least one.
  package static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
