/// The limits for reading an email.
///
/// An email with a code has a few kilobytes, but anyone can send a larger one.
package enum MailLimits {
  /// The maximum number of bytes of an email that are read.
  ///
  /// Attachments may be longer, but they follow the texts.
  package static let mailBytesMax = 1 << 20
  /// The maximum size of a header in bytes; servers don't accept longer headers.
  static let headBytesMax = 64 << 10
  /// The maximum size of one text in bytes.
  static let textBytesMax = 256 << 10
  /// The maximum number of texts; most emails have two, in plain text and in HTML.
  static let textsMax = 8
  /// The maximum nesting depth of parts.
  ///
  /// A forwarded email with attachments has four levels.
  static let depthMax = 8
  /// The maximum number of parts, at all depths.
  static let partsMax = 100
  /// The maximum number of recipients that are read.
  static let recipientsMax = 100
  /// The maximum number of links that are examined.
  static let linksMax = 200
  /// The maximum length of a link in bytes; browsers accept little more.
  static let linkBytesMax = 4096
}
