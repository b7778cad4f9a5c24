/// The scopes of a request without duplicates, in the order of their first occurrence.
///
/// Apps separate them with commas, servers with spaces (mobile-idp.md, section 6).
public struct ScopeList: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The scopes.
  public private(set) var names: [String]

  /// Makes a list of names.
  ///
  /// Duplicates are omitted, and so are names with a comma and names that aren't scopes (RFC 6749,
  /// section 3.3).
  public init(_ names: some Sequence<String>) {
    self.names = []
    for name in names where ScopeList.isScope(name) && !self.names.contains(name) {
      self.names.append(name)
    }
  }

  /// Makes a list from a literal.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// Reads the scopes of a message; `nil` if a name isn't a scope or there are too many.
  ///
  /// Spaces around names are removed, and empty and repeated names are omitted. An empty list is
  /// allowed and means all scopes of the app (D6).
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

  /// Reads a server's list of scopes, which are separated by spaces.
  public init(server text: String) {
    self.init(text.split(separator: " ").prefix(MessageLimits.scopes).map(String.init))
  }

  /// The scopes as a message writes them, separated by commas.
  public var messageText: String { names.joined(separator: ",") }

  /// The scopes as a server writes them, separated by spaces.
  public var serverText: String { names.joined(separator: " ") }

  /// The list with `refresh_token`, which a client always requests.
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
