import FlowEngine

/// A word of a script in normalized form, to compare with an engine's names.
///
/// A comparison normalizes the other name byte by byte, without creating a string.
struct Word: Sendable, Hashable {
  /// The word, normalized.
  let text: String

  init(_ word: String) {
    text = Naming.normalized(word)
  }

  /// Whether an engine's name is equal to this word, regardless of case, `_` and space.
  func equals(_ name: String) -> Bool {
    name == text || (name.utf8.count == text.utf8.count && stands(in: name, at: name.startIndex))
  }

  /// Whether a step's name is this word, or begins with this word and a hyphen.
  func covers(step name: String) -> Bool {
    let length = text.utf8.count
    let bytes = name.utf8
    guard length < bytes.count else { return equals(name) }
    // Most longer names don't have a hyphen at this position.
    let end = bytes.index(bytes.startIndex, offsetBy: length)
    guard Word.folded(bytes[end]) == hyphen else { return false }
    return name[..<end] == text || stands(in: name, at: name.startIndex)
  }

  /// Whether the part of a field's name after its last dot is this word.
  func isLastPart(of name: String) -> Bool {
    let bytes = name.utf8
    let own = text.utf8
    guard !own.isEmpty, bytes.count > own.count else { return false }
    let start = bytes.index(bytes.startIndex, offsetBy: bytes.count - own.count)
    guard bytes[bytes.index(before: start)] == dot, !own.contains(dot) else { return false }
    // Most names are written in normalized form.
    return name[start...] == text || stands(in: name, at: start)
  }

  /// Whether a name contains this word at an index.
  ///
  /// The name must be long enough.
  private func stands(in name: String, at start: String.Index) -> Bool {
    let bytes = name.utf8
    var index = start
    for byte in text.utf8 {
      guard Word.folded(bytes[index]) == byte else { return false }
      index = bytes.index(after: index)
    }
    return true
  }

  /// Returns the byte that `Naming.normalized` replaces a byte with.
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
