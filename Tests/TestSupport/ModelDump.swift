import FlowEngine

/// A model as text, including secrets: two models are equal if their texts are.
///
/// `dump` hides secrets, and doesn't sort unordered collections.
package enum ModelDump {
  /// The text of a model.
  package static func text(_ model: Any) -> String {
    lines(model, 0).joined(separator: "\n")
  }

  /// The maximum nesting of a model, so that objects that refer to each other end somewhere.
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
