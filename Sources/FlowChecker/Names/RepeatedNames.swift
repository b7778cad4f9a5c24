/// The names that a script contains at least twice, wherever they are.
///
/// They are collected in one pass, so that many questions about a long script stay fast.
struct RepeatedNames {
  private var names: Set<ArraySlice<UInt8>> = []

  /// Collects the names of a script.
  ///
  /// A name with dots counts as a whole, and so does each of its parts.
  init(_ bytes: [UInt8]) {
    var once: Set<ArraySlice<UInt8>> = []
    for word in bytes.split(whereSeparator: { !RepeatedNames.isInName($0) }) {
      let parts = word.split(separator: UInt8(ascii: "."))
      for name in parts.count > 1 ? parts + [word] : parts where !once.insert(name).inserted {
        names.insert(name)
      }
    }
  }

  func contains(_ name: ArraySlice<UInt8>) -> Bool { names.contains(name) }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
