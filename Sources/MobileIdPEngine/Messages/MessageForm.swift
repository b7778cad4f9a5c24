public import FlowEngine

/// A message as one app opens it with another: a URL whose query may hold a code.
public struct MessageURL: Sendable, Hashable, CustomStringConvertible {
  private let text: Secret

  /// Wraps a text, which need not be a message at all.
  public init(_ text: String) {
    self.text = Secret(text)
  }

  /// The text, for the one place that opens it.
  public func reveal() -> String { text.reveal() }

  /// What is before the query or the fragment, cut to 100 bytes.
  public var description: String {
    let bytes = text.reveal().utf8
    let head = bytes.prefix(100).prefix { !"?#".utf8.contains($0) }
    let mark = bytes.dropFirst(head.count).first == UInt8(ascii: "#") ? "#" : "?"
    return String(decoding: head, as: UTF8.self) + mark + Secret.mask
  }
}

/// A message as an intent carries it on Android: the same pairs, nothing escaped.
public struct MessageBundle: Sendable, Hashable {
  /// One pair.
  public struct Entry: Sendable, Hashable {
    /// Its key.
    public var name: String
    /// Its value.
    public var value: Secret

    /// Makes a pair.
    public init(_ name: String, _ value: Secret) {
      self.name = name
      self.value = value
    }
  }

  /// What the message is for, such as `authrequest`.
  public var command: String
  /// The pairs, in their order.
  public var entries: [Entry]

  /// Makes a bundle.
  public init(_ command: String, _ entries: [Entry]) {
    self.command = command
    self.entries = entries
  }
}
