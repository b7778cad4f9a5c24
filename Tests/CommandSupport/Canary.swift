#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A secret that no output may contain, in any of its forms.
package struct Canary: Sendable {
  package var text: String

  package init(text: String) {
    self.text = text
  }

  /// A sample with characters that every encoding must escape.
  package static let sample = Canary(text: "C@nary +Secret/1é")

  /// Every option that changes what is printed.
  package static let outputs = [[], ["-q"], ["--trace"], ["--json"], ["--color", "always"]]

  private func percent(keeping kept: String, space: String) -> String {
    text.utf8.map { byte in
      if byte == 32 { return space }
      let scalar = Unicode.Scalar(byte)
      if byte < 128,
        scalar.properties.isAlphabetic || kept.unicodeScalars.contains(scalar)
          || (48...57).contains(byte)
      {
        return String(scalar)
      }
      let hex = String(byte, radix: 16, uppercase: true)
      return "%" + String(repeating: "0", count: 2 - hex.utf8.count) + hex
    }.joined()
  }

  /// Every form, by its name.
  package var forms: [(name: String, text: String)] {
    let base64 = Data(text.utf8).base64EncodedString()
    var bare = base64
    while bare.hasSuffix("=") { bare.removeLast() }
    let url = String(bare.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    let percent = percent(keeping: "-._~", space: "%20")
    return [
      ("as it is", text), ("in base64", bare), ("in base64url", url),
      ("percent-encoded", percent), ("percent-encoded in lower case", percent.lowercased()),
      ("form-encoded", self.percent(keeping: "-._*", space: "+")),
      ("in JSON", text.split(separator: "/").joined(separator: "\\/")),
    ]
  }

  /// The forms that a text contains.
  package func found(in text: String) -> [String] {
    forms.filter { text.contains($0.text) }.map(\.name)
  }
}
