public import FlowDiagnostics

/// Something of an org that flows can cover, and what it is called.
public struct OrgItem: Sendable, Hashable {
  /// What is done when it is covered.
  public var point: OrgPoint
  /// Its name within the org, of no other item: `sign-on "staff"/when zone "office"/false`.
  public var path: String
  /// The sort of it.
  public var kind: String
  /// What it is, for people.
  public var title: String
  /// Where it stands in the text of the org; `nil` for what isn't written.
  public var place: SourceRange?
  /// Why nothing can cover it.
  public var unreachable: String?

  /// A name as items quote it.
  package static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

/// A simulated org that can tell what flows can cover of it.
public protocol CoveredOrg {
  /// The name after `org`.
  var name: String { get }
  /// All of it that flows can cover, each by a name of its own.
  var items: [OrgItem] { get }
}

/// Items in order, no two of one name.
package struct OrgItemList {
  package private(set) var items: [OrgItem] = []
  private var paths: [String: Int] = [:]

  package init() {}

  /// Adds an item; one whose name another has gets a number.
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
