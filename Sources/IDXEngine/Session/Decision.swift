import FlowEngine
import FlowWire

/// What a simulated org tells of its decision, beside a page or the tokens.
enum Decision {
  /// The facts in an answer's header fields.
  static func facts(in headers: HTTPHeaders) -> [Fact] {
    var facts: [Fact] = []
    for (name, field) in [("rule", "X-Flow-Rule"), ("session-rule", "X-Flow-Session-Rule")] {
      guard let value = headers[field] else { continue }
      facts.append(Fact(name, .text(FormEncoding.percentDecoded(value) ?? value)))
    }
    if let factors = headers["X-Flow-Factors"].flatMap({ Int($0) }) {
      facts.append(Fact("factors", .number(Double(factors))))
    }
    return facts
  }
}
