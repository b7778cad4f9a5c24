import FlowEngine
import SimulatorKit

/// The forms of what a zone can contain, apart from addresses.
package enum ZoneValue {
  /// Whether a text is a country (ISO 3166-1 alpha-2) or a subdivision (ISO 3166-2).
  package static func isCountry(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    guard parts.count <= 2, parts[0].count == 2, parts[0].allSatisfy(isUpper) else { return false }
    return parts.count == 1
      || (1...3).contains(parts[1].count)
        && parts[1].allSatisfy { isUpper($0) || (0x30...0x39).contains($0) }
  }

  /// Whether a text is the number of an autonomous system (RFC 6793), in decimal.
  ///
  /// With leading zeros, it would be another text than the same number elsewhere.
  package static func isSystem(_ text: String) -> Bool {
    UInt32(text).map(String.init) == text
  }

  /// Whether a text can be the name of a category of services.
  package static func isService(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100 && !text.utf8.contains { $0 < 0x20 || $0 == 0x22 }
  }
}

extension ZoneTerms.Choice {
  /// Reads values, or values after `not`.
  ///
  /// - Parameters:
  ///   - line: The setting.
  ///   - what: What a value must be, for the message.
  ///   - isValid: Whether a value is valid.
  mutating func read(_ line: SettingLine, _ what: String, _ isValid: (String) -> Bool) {
    if line.values.isEmpty { line.malformed() }
    let isExcluded = line.values.first?.count == 2 && line.values.first?.first?.word == "not"
    for (index, terms) in line.values.enumerated() {
      let rest = index == 0 && isExcluded ? terms.dropFirst() : terms[...]
      guard rest.count == 1, let term = rest.first, let name = term.name else {
        line.malformed(at: rest.count > 1 ? rest.dropFirst().first : rest.first)
        continue
      }
      guard isValid(name) else {
        line.report(
          SettingProblem(
            .value, "`\(name)` isn't \(what)", at: term.place,
            help: "write it as \(line.form)"))
        continue
      }
      if isExcluded { excluded.insert(name) } else { included.insert(name) }
    }
  }
}
