/// A version of an operating system, such as `14.1`.
///
/// Versions are compared part by part, and a missing part counts as 0.
package struct SystemVersion: Sendable {
  /// The parts without zeros at the end.
  private let parts: [UInt32]
  /// The version as it was written.
  package let text: String

  /// The maximum number of parts; Windows has four.
  private static let partsMax = 8
  /// The maximum number of digits in a part.
  private static let digitsMax = 9

  /// Parses a version; `nil` if the text isn't numbers with dots between them.
  package init?(_ text: String) {
    let written = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard written.count <= SystemVersion.partsMax else { return nil }
    var parts: [UInt32] = []
    for part in written {
      guard (1...SystemVersion.digitsMax).contains(part.count),
        part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      parts.append(part.reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) })
    }
    while parts.last == 0 { parts.removeLast() }
    self.parts = parts
    self.text = text
  }
}

extension SystemVersion: Hashable, Comparable {
  package static func == (left: SystemVersion, right: SystemVersion) -> Bool {
    left.parts == right.parts
  }

  package static func < (left: SystemVersion, right: SystemVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
