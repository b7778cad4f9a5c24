/// A member's name that is fast to compare with known names.
///
/// The length is compared first, because most names differ in length.
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
