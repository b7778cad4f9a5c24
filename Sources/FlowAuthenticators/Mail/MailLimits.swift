/// How much of a mail is read: a mail with a code is a few kilobytes, and whoever sends it may be
/// anybody.
package enum MailLimits {
  /// The most bytes of a mail: attachments may be longer, but stand behind the texts.
  package static let mailBytesMax = 1 << 20
  /// The most bytes of a block of header fields: servers take no more themselves.
  static let headBytesMax = 64 << 10
  /// The most bytes of one text.
  static let textBytesMax = 256 << 10
  /// The most texts of a mail: most have two, a plain one and one in HTML.
  static let textsMax = 8
  /// How deep parts may be in parts: a forwarded mail with attachments is four deep.
  static let depthMax = 8
  /// The most parts of a mail, at all depths.
  static let partsMax = 100
  /// The most recipients that are read.
  static let recipientsMax = 100
  /// The most links that are looked at.
  static let linksMax = 200
  /// The longest link: browsers take hardly more.
  static let linkBytesMax = 4096
}
