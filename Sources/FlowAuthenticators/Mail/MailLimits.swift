/// The limits of an email.
///
/// An email with a code has a few kilobytes, but anyone may send one.
package enum MailLimits {
  /// The most bytes of an email.
  ///
  /// Attachments may be longer, but follow the texts.
  package static let mailBytesMax = 1 << 20
  /// The most bytes of a header; servers don't accept longer ones.
  static let headBytesMax = 64 << 10
  /// The most bytes of one text.
  static let textBytesMax = 256 << 10
  /// The most texts of an email.
  ///
  /// Most have two, in plain text and in HTML.
  static let textsMax = 8
  /// The deepest nesting of parts.
  ///
  /// A forwarded email with attachments has four levels.
  static let depthMax = 8
  /// The most parts of an email, at all depths.
  static let partsMax = 100
  /// The most recipients that are read.
  static let recipientsMax = 100
  /// The most links that are examined.
  static let linksMax = 200
  /// The longest link; browsers accept little more.
  static let linkBytesMax = 4096
}
