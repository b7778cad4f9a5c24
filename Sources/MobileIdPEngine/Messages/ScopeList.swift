/// The scopes of a request, each once, in the order in which they were first named.
///
/// Between the apps a comma parts them, at the server a space (mobile-idp.md, section 6).
public struct ScopeList: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The scopes.
  public private(set) var names: [String]

  /// Makes a list of names; those that are no scope (RFC 6749, section 3.3) or hold a comma are
  /// left out, as repeated ones are.
  public init(_ names: some Sequence<String>) {
    self.names = []
    for name in names where ScopeList.isScope(name) && !self.names.contains(name) {
      self.names.append(name)
    }
  }

  /// Makes a list of a literal.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// Reads a message's value; `nil` if a name is no scope or there are too many.
  ///
  /// Names are trimmed, what is empty or repeated is left out. An empty list is allowed: it means
  /// all that the app has (D6).
  public init?(message text: String) {
    var names: [String] = []
    for part in text.split(separator: ",") {
      let name = String(decoding: ScopeList.trimmed(part.utf8), as: UTF8.self)
      if name.isEmpty || names.contains(name) { continue }
      guard ScopeList.isScope(name), names.count < MessageLimits.scopes else { return nil }
      names.append(name)
    }
    self.names = names
  }

  /// Reads a server's value, whose names a space parts.
  public init(server text: String) {
    self.init(text.split(separator: " ").prefix(MessageLimits.scopes).map(String.init))
  }

  /// As it stands in a message.
  public var messageText: String { names.joined(separator: ",") }

  /// As it stands at the server's endpoints.
  public var serverText: String { names.joined(separator: " ") }

  /// With `refresh_token`, which a client always asks for.
  public var withRefreshToken: ScopeList { ScopeList(names + ["refresh_token"]) }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var rest = text.drop { $0 == UInt8(ascii: " ") }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    return rest
  }

  private static func isScope(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { PercentCoding.isGraphic($0) && !"\"\\,".utf8.contains($0) }
  }
}
