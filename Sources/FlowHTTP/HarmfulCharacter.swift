/// The characters that must be escaped or replaced on a network or in a page.
///
/// The language has the same list for terminals and scripts (`DisplayText.isHarmful`). The two
/// targets share no code, so a test compares the lists.
package enum HarmfulCharacter {
  /// Returns whether a scalar must be escaped or replaced.
  ///
  /// These are control characters (C0, DEL or C1), characters that reverse or hide the text around
  /// them, and separators of lines or paragraphs.
  ///
  /// - Parameter value: The scalar's number.
  /// - Returns: Whether the scalar is harmful.
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
