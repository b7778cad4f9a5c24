/// The name of a member, to be told from those that are known.
///
/// Lengths are compared first: most names differ in theirs, which takes no look at the text.
struct MemberName {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  @inline(__always)
  static func ~= (known: String, name: MemberName) -> Bool {
    known.utf8.count == name.text.utf8.count && known == name.text
  }
}
