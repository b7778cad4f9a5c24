import FlowText
import FlowEngine

/// What a quoted option says of the choice that it means: its enrolment, a part of what tells it from
/// others ("67", a nickname), or how that ends ("ends in 67", "the phone that ends in 67").
struct ChoiceDetail {
  private let quoted: String
  /// What the choice is called, where that is said besides.
  private var name: String?
  /// How a detail must end.
  private var end: String?

  init(_ quoted: String) {
    self.quoted = quoted
    let words = quoted.split(separator: " ")
    guard
      let verb = words.indices.dropLast(2).first(where: {
        words[$0...].starts(with: ["ends", "in"])
      })
    else { return }
    end = words[(verb + 2)...].joined(separator: " ")
    var subject = words[..<verb]
    if subject.first == "the" { subject.removeFirst() }
    if subject.last == "that" || subject.last == "which" { subject.removeLast() }
    if !subject.isEmpty { name = Naming.normalized(subject.joined(separator: " ")) }
  }

  /// Whether a choice is meant.
  func means(_ choice: Choice) -> Bool {
    if choice.enrolment == quoted || choice.details.contains(where: { Glob.contains($0, quoted) }) {
      return true
    }
    guard let end, choice.details.contains(where: { $0.hasSuffix(end) }) else { return false }
    return name.map { choice.naming.answers(to: $0) } ?? true
  }
}
