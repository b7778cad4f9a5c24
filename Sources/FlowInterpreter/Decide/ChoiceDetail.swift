import FlowText
import FlowEngine

/// A quoted option of `choose` that identifies a choice by more than its name.
///
/// The text is the id of an enrollment, a detail ("67", a nickname), or the end of a detail ("ends
/// in 67", "the phone that ends in 67").
struct ChoiceDetail {
  private let quoted: String
  /// The normalized name before "ends in" ("phone"); `nil` if there is none.
  private var name: String?
  /// The text after "ends in"; `nil` if the text doesn't contain "ends in".
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

  /// Whether the text identifies a choice.
  func means(_ choice: Choice) -> Bool {
    if choice.enrollment == quoted || choice.details.contains(where: { Glob.contains($0, quoted) })
    {
      return true
    }
    guard let end, choice.details.contains(where: { $0.hasSuffix(end) }) else { return false }
    return name.map { choice.naming.answers(to: $0) } ?? true
  }
}
