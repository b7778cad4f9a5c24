/// The characters that must not appear unescaped on a network or in a page.
///
/// The language has the same list for terminals and scripts (`DisplayText.isHarmful`). The two
/// targets share no code, and a test compares the lists.
package enum HarmfulCharacter {
  /// Returns whether a scalar is a control character (C0, DEL or C1), reverses or hides the text
  /// around it, or separates lines or paragraphs.
  ///
  /// - Parameter value: The scalar's number.
  /// - Returns: Whether it must be escaped or replaced.
  @inline(__always)
  package static func contains(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
