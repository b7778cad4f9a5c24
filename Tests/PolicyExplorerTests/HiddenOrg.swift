import OktaSimulator
import TestSupport

/// An org, and the same with one of its conditions hidden behind `unknown`.
struct HiddenOrg {
  let shown: String
  let hidden: String
  /// Whether the hidden condition is that a user is in a group.
  let hidesGroup: Bool
  /// The hidden one, in which the unknown condition counts as false: a mistake.
  let mistaken: String

  /// Hides a random condition; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - text: The settings of an org.
  ///   - random: Chooses the condition.
  init?(_ text: String, _ random: inout SeededGenerator) {
    let clauses = HiddenOrg.clauses(of: text)
    guard let clause = clauses.randomElement(using: &random) else { return nil }
    let isNegated = text[clause].hasPrefix("not ")
    let not = isNegated && Bool.random(using: &random) ? "not " : ""
    func replaced(with condition: String) -> String {
      text.replacingCharacters(in: clause, with: condition)
    }
    shown = text
    hidesGroup = text[clause].hasPrefix("group ")
    hidden = replaced(with: "\(not)unknown \"hidden\"")
    mistaken = replaced(with: "\(not)group nobody-is-in-it")
  }

  /// The conditions of a text: the parts joined by `and` between `when` and `;`.
  private static func clauses(of text: String) -> [Range<String.Index>] {
    var clauses: [Range<String.Index>] = []
    var rest = text[...]
    while let when = rest.firstRange(of: "when "),
      let end = rest[when.upperBound...].firstIndex(of: ";")
    {
      var line = rest[when.upperBound..<end]
      while let and = line.firstRange(of: " and ") {
        clauses.append(line.startIndex..<and.lowerBound)
        line = line[and.upperBound...]
      }
      clauses.append(line.startIndex..<line.endIndex)
      rest = rest[end...]
    }
    return clauses
  }
}

extension String {
  fileprivate func replacingCharacters(
    in range: Range<String.Index>, with text: String
  ) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
