import FlowText

/// The address of a mailbox, in full or masked as a server shows it (`j***e@example.com`).
///
/// Each sequence of `*` in a mask matches one or more characters, but never the `@`. The comparison
/// ignores the case of ASCII letters, because the Identity Engine does so for logins and mailboxes.
public struct MailAddress: Sendable, Hashable {
  /// The address as written.
  public let text: String
  private let local: [UInt8]
  private let domain: [UInt8]

  /// The maximum length: local part, `@` and domain (RFC 5321, section 4.5.3.1).
  private static let bytesMax = 64 + 1 + 255

  /// Reads an address; `nil` if the text isn't an address.
  ///
  /// An address has exactly one `@` with text on both sides. It has no blanks, and no characters
  /// that are allowed only in a quoted local part.
  ///
  /// - Parameter text: An address without a name, such as `jane@example.com`.
  public init?(_ text: String) {
    guard text.utf8.count <= MailAddress.bytesMax,
      text.utf8.allSatisfy(MailAddress.isPlain)
    else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    let dot = UInt8(ascii: ".")
    guard parts[1].first != dot, parts[1].last != dot else { return nil }
    self.text = text
    local = parts[0].map(ASCII.lowered)
    domain = parts[1].map(ASCII.lowered)
  }

  /// Whether a part of the address is hidden by `*`.
  public var isMasked: Bool {
    local.contains(MailAddress.star) || domain.contains(MailAddress.star)
  }

  /// Whether a full address is equal to this address or matches its mask.
  public func fits(_ other: MailAddress) -> Bool {
    !other.isMasked && MailAddress.matches(local, other.local)
      && MailAddress.matches(domain, other.domain)
  }

  /// Whether a text is a full address that is equal to this address or matches its mask.
  public func fits(_ text: String) -> Bool { MailAddress(text).map(fits) ?? false }

  // MARK: Bytes

  private static let star = UInt8(ascii: "*")

  /// Whether a byte may appear in an address outside of quotes (RFC 5322, section 3.2.3; RFC 6532).
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"\"(),:;<>[\\]".utf8.contains(byte)
  }

  private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var (position, index) = (0, 0)
    // The position after the latest `*`, and the end of the text that this `*` has matched.
    var retry: (position: Int, index: Int)?
    while position < pattern.count || index < text.count {
      if position < pattern.count, pattern[position] == star {
        guard index < text.count else { return false }
        while position < pattern.count, pattern[position] == star { position += 1 }
        index += 1
        retry = (position, index)
      } else if position < pattern.count, index < text.count, pattern[position] == text[index] {
        position += 1
        index += 1
      } else {
        guard let last = retry, last.index < text.count else { return false }
        (position, index) = (last.position, last.index + 1)
        retry = (position, index)
      }
    }
    return true
  }
}

extension MailAddress: CustomStringConvertible {
  /// The address as written.
  public var description: String { text }
}
