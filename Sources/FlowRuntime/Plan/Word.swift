import FlowEngine

/// A word of a script, normalized once, that is compared with an engine's names as they come.
///
/// Comparing folds the other side byte by byte (`Naming.normalized` without its copy), so that
/// matching a step or a field makes no string.
struct Word: Sendable, Hashable {
  /// The word, normalized.
  let text: String

  init(_ word: String) {
    text = Naming.normalized(word)
  }

  /// Whether a name as it came is this word.
  func equals(_ name: String) -> Bool {
    name == text || (name.utf8.count == text.utf8.count && begins(name.utf8))
  }

  /// Whether a step's name is this word or goes on with a hyphen after it.
  func covers(step name: String) -> Bool {
    let length = text.utf8.count
    let bytes = name.utf8
    guard length <= bytes.count, let first = bytes.first, let own = text.utf8.first,
      Word.folded(first) == own, name.hasPrefix(text) || begins(bytes)
    else { return false }
    guard length < bytes.count else { return true }
    return Word.folded(bytes[bytes.index(bytes.startIndex, offsetBy: length)]) == hyphen
  }

  /// Whether the part of a field's name after its last dot is this word.
  func isLastPart(of name: String) -> Bool {
    let bytes = name.utf8
    let own = text.utf8
    guard bytes.count > own.count, let last = bytes.last, let ownLast = own.last,
      Word.folded(last) == ownLast
    else { return false }
    let start = bytes.index(bytes.startIndex, offsetBy: bytes.count - own.count)
    guard bytes[bytes.index(before: start)] == dot, !own.contains(dot) else { return false }
    // Nearly every name is written as it is compared.
    return name.hasSuffix(text) || begins(bytes[start...])
  }

  private func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    zip(text.utf8, bytes).allSatisfy { $0 == Word.folded($1) }
  }

  /// What `Naming.normalized` makes of a byte.
  private static func folded(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 65...90: byte + 32
    case UInt8(ascii: "_"), UInt8(ascii: " "): hyphen
    default: byte
    }
  }
}

private let hyphen = UInt8(ascii: "-")
private let dot = UInt8(ascii: ".")
