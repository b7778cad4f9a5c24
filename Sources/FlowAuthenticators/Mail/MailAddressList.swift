import FlowText

/// The addresses in a header field (RFC 5322, section 3.4).
///
/// An address is in angle brackets or by itself. Names, comments and group names are ignored,
/// whatever they contain.
struct MailAddressList {
  private(set) var addresses: [String] = []
  /// The text outside of angle brackets in the current entry.
  private var bare: [UInt8] = []
  /// The text in the angle brackets of the current entry.
  private var angles: [[UInt8]] = []
  private var isInAngles = false

  /// Parses a field's value; any value is accepted.
  init(_ value: [UInt8]) {
    var isQuoted = false
    var isEscaped = false
    var comments = 0
    for byte in value {
      if isEscaped {
        isEscaped = false
        if comments == 0 { append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\\") where isQuoted || comments > 0:
        isEscaped = true
        if isQuoted { append(byte) }
      case UInt8(ascii: "\"") where comments == 0:
        isQuoted.toggle()
        append(byte)
      case _ where isQuoted: append(byte)
      case UInt8(ascii: "("): comments += 1
      case UInt8(ascii: ")") where comments > 0: comments -= 1
      case _ where comments > 0: continue
      default: take(byte)
      }
    }
    finish()
  }

  /// Processes a byte that is outside of quotes and comments.
  private mutating func take(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"):
      angles.append([])
      isInAngles = true
    case UInt8(ascii: ">"): isInAngles = false
    case _ where isInAngles: append(byte)
    case UInt8(ascii: ","), UInt8(ascii: ";"): finish()
    // A colon ends the name of a group.
    case UInt8(ascii: ":"): bare = []
    default: append(byte)
    }
  }

  private mutating func append(_ byte: UInt8) {
    if isInAngles { angles[angles.count - 1].append(byte) } else { bare.append(byte) }
  }

  private mutating func finish() {
    for entry in angles.isEmpty ? [bare] : angles {
      let text = ASCII.trimmed(entry[...])
      // Malformed addresses stay as they are, because they never equal a user's address.
      if text.contains(UInt8(ascii: "@")), addresses.count < MailLimits.recipientsMax {
        addresses.append(String(decoding: text, as: UTF8.self))
      }
    }
    (bare, angles, isInAngles) = ([], [], false)
  }
}
