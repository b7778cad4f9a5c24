public import FlowDiagnostics

/// Something in an org that flows can cover, such as a rule's condition.
public struct OrgItem: Sendable, Hashable {
  /// The point that covers the item.
  public var point: OrgPoint
  /// The unique name within the org, such as `sign-on "staff"/when zone "office"/false`.
  public var path: String
  /// The kind of the item.
  public var kind: String
  /// The description for users.
  public var title: String
  /// The location in the org's text; `nil` if the text doesn't contain the item.
  public var place: SourceRange?
  /// The reason why no flow can cover the item; `nil` if a flow can cover it.
  public var unreachable: String?

  /// Returns a name in quotes, as the names of items contain it.
  package static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

/// A simulated org that lists what flows can cover.
public protocol CoveredOrg {
  /// The name after `org`.
  var name: String { get }
  /// Everything that flows can cover, each item with a unique name.
  var items: [OrgItem] { get }
}

/// A list of items with unique names.
package struct OrgItemList {
  package private(set) var items: [OrgItem] = []
  private var paths: [String: Int] = [:]

  package init() {}

  /// Adds an item, and appends a number to its name if the name is taken.
  package mutating func add(
    _ what: some Hashable & Sendable, _ path: String, _ kind: String, _ title: String,
    at place: SourceRange? = nil, unreachable: String? = nil
  ) {
    let count = paths[path, default: 0] + 1
    paths[path] = count
    items.append(
      OrgItem(
        point: OrgPoint(what), path: count == 1 ? path : "\(path) (\(count))", kind: kind,
        title: title, place: place, unreachable: unreachable))
  }
}
