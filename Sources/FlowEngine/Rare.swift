/// An optional value that is usually `nil`.
///
/// The value is stored outside of its owner. So an owner without a value needs only the size of a
/// pointer.
struct Rare<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  /// Stores a value; `nil` means no value.
  init(_ value: Value?) { box = value.map(Box.init) }

  /// Whether there is a value.
  var isPresent: Bool { box != nil }

  /// The value; `nil` if there isn't one.
  var value: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  static func == (left: Rare, right: Rare) -> Bool {
    left.box === right.box || left.value == right.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
