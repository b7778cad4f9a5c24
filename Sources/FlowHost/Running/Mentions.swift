import FlowDiagnostics
import FlowSyntax

extension Program {
  /// Whether the scripts would use a value with this name.
  ///
  /// The name must appear in an expression, a text or a `let`. A name that only a row gives a value
  /// to doesn't count.
  package func takes(_ name: String) -> Bool {
    let word = Array(name.utf8)
    guard scripts.contains(where: { $0.source.bytes.hasWord(word) }) else { return false }
    let isOfRows = flows.contains { flow in
      flow.rows.contains { $0.names.contains { flow.script.text($0) == name } }
    }
    return !isOfRows || valueNames.contains(name)
  }

  /// The names of all `let` values in the scripts.
  package var valueNames: [String] {
    var names = Array(constants.keys)
    for flow in flows {
      for case .constant(let node) in flow.body { names.append(flow.script.text(node.name)) }
    }
    return names
  }
}

extension [UInt8] {
  /// Whether the bytes contain a word that isn't part of a longer word.
  fileprivate func hasWord(_ word: [UInt8]) -> Bool {
    guard let first = word.first, count >= word.count else { return false }
    for start in 0...(count - word.count) where self[start] == first {
      let end = start + word.count
      guard self[start..<end].elementsEqual(word) else { continue }
      let isWhole =
        (start == 0 || !self[start - 1].isOfWord) && (end == count || !self[end].isOfWord)
      if isWhole { return true }
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte belongs to a word: a letter, a digit, `-`, `_`, or a byte outside of ASCII.
  fileprivate var isOfWord: Bool {
    switch self {
    case 48...57, 65...90, 97...122, 45, 95, 128...: true
    default: false
    }
  }
}
