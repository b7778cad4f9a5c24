public import FlowDiagnostics

/// Something in an org that flows can cover, such as a rule's condition.
public struct OrgItem: Sendable, Hashable {
  /// The point that covers the item.
  public var point: OrgPoint
  /// Further points that cover the item, such as those of other apps with the same rule.
  package var alike: [OrgPoint] = []
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
  /// The index of each item of several apps.
  private var indices: [Key: Int] = [:]

  /// What is the same for an item that apps share.
  private struct Key: Hashable {
    var path: String
    var place: SourceRange?
  }

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

  /// Adds an item of one of several apps.
  ///
  /// An item with the same name at the same place is the same item: the apps share it.
  package mutating func add(_ item: OrgItem, ofApp app: String) {
    let key = Key(path: item.path, place: item.place)
    if let index = indices[key] {
      items[index].alike.append(item.point)
      // One app in which it is possible is enough.
      if item.unreachable == nil { items[index].unreachable = nil }
      return
    }
    var item = item
    indices[key] = items.count
    let count = paths[item.path, default: 0] + 1
    paths[item.path] = count
    if count > 1 {
      item.path = "app \(OrgItem.quoted(app))/" + item.path
    }
    items.append(item)
  }
}
