import FlowEngine

/// A model as text, secrets included: two models are the same if their texts are.
///
/// `dump` hides secrets, and doesn't sort what has no order.
package enum ModelDump {
  /// The text of a model.
  package static func text(_ model: Any) -> String {
    lines(model, 0).joined(separator: "\n")
  }

  /// How deep a model may nest, so that objects that refer to each other end somewhere.
  private static let depthMax = 30

  private static func lines(_ value: Any, _ depth: Int) -> [String] {
    let indent = String(repeating: " ", count: depth)
    if let secret = value as? Secret { return [indent + secret.reveal()] }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty, depth < depthMax else {
      return [indent + String(reflecting: value)]
    }
    let parts = mirror.children.map { child in
      ([indent + (child.label ?? "-")] + lines(child.value, depth + 1)).joined(separator: "\n")
    }
    let hasNoOrder = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
    return hasNoOrder ? parts.sorted() : parts
  }
}
