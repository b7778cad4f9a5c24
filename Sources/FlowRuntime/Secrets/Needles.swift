import FlowEngine

/// The byte sequences that stand for secrets, by their first byte, the longest first.
struct Needles: Sendable {
  private var byFirst: [UInt8: [[UInt8]]] = [:]

  /// Collects every form of every secret.
  init(of secrets: Set<String>) {
    var all: Set<[UInt8]> = []
    for secret in secrets {
      let bytes = Array(secret.utf8)
      all.formUnion(SecretForms.all(of: bytes))
      // A text of several lines is printed line by line.
      for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 })
      where line.count >= SecretForms.partMin {
        all.insert(Array(line))
      }
    }
    for needle in all.sorted(by: { $0.count > $1.count }) {
      if let first = needle.first { byFirst[first, default: []].append(needle) }
    }
  }

  /// The text with every needle replaced.
  func masked(_ text: String) -> String {
    guard !byFirst.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var made: [UInt8] = []
    var position = 0
    var isChanged = false
    while position < bytes.count {
      if let length = length(at: position, in: bytes) {
        if !isChanged {
          isChanged = true
          made = Array(bytes[..<position])
        }
        made += Array(Secret.mask.utf8)
        position += length
      } else {
        if isChanged { made.append(bytes[position]) }
        position += 1
      }
    }
    return isChanged ? String(decoding: made, as: UTF8.self) : text
  }

  private func length(at position: Int, in bytes: [UInt8]) -> Int? {
    guard let needles = byFirst[bytes[position]] else { return nil }
    for needle in needles where needle.count <= bytes.count - position {
      if bytes[position..<position + needle.count].elementsEqual(needle) { return needle.count }
    }
    return nil
  }
}
