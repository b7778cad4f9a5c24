import FlowEngine
import FlowHTTP

/// The policy decision that a simulated org reports with a page or with tokens.
enum Decision {
  /// The maximum length of a rule's name in bytes; orgs don't send longer names.
  private static let nameBytesMax = 512

  /// The facts about the decision, from an answer's header fields.
  static func facts(in headers: HTTPHeaders) -> [Fact] {
    var facts: [Fact] = []
    facts.reserveCapacity(3)
    func add(_ name: String, _ field: String) {
      guard let value = headers[field] else { return }
      let text = FormEncoding.percentDecoded(value) ?? value
      guard text.utf8.count <= nameBytesMax else { return }
      facts.append(Fact(name, .text(text)))
    }
    add("rule", "X-Flow-Rule")
    add("session-rule", "X-Flow-Session-Rule")
    if let factors = headers["X-Flow-Factors"].flatMap({ Int($0) }) {
      facts.append(Fact("factors", .number(Double(factors))))
    }
    return facts
  }
}
