public import FlowDiagnostics

/// An item of an org that flows can cover, with its names.
public struct OrgItem: Sendable, Hashable {
  /// The point that covers it.
  public var point: OrgPoint
  /// Its unique name within the org: `sign-on "staff"/when zone "office"/false`.
  public var path: String
  /// The kind of the item.
  public var kind: String
  /// The description for users.
  public var title: String
  /// The location in the text of the org; `nil` if it isn't written there.
  public var place: SourceRange?
  /// The reason why nothing can cover it.
  public var unreachable: String?

  /// Returns a name in quotes, as items write it.
  package static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

/// A simulated org that lists what flows can cover.
public protocol CoveredOrg {
  /// The name after `org`.
  var name: String { get }
  /// All items that flows can cover, each with a unique name.
  var items: [OrgItem] { get }
}

/// Items in order, with unique names.
package struct OrgItemList {
  package private(set) var items: [OrgItem] = []
  private var paths: [String: Int] = [:]

  package init() {}

  /// Adds an item.
  ///
  /// If its name is taken, it gets a number.
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
