/// The name of a member, to compare with the known names.
///
/// The length is compared first: most names differ in length, so the text need not be compared.
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
