import FlowHTTP
import TestSupport

/// One change of a document, as a faulty or newer server might send it.
struct Mutation: CustomStringConvertible {
  /// The change to a node.
  enum Change: Equatable {
    case drop
    case replace(JSON)
    /// Adds an unknown part to an object or a list.
    case add(JSON)
  }

  var path: RawInventory.Path
  var change: Change

  var description: String { "\(change) at \(path.joined(separator: "."))" }

  private static let strangers: [JSON] = [
    nil, 7, "a stranger", true, [], [:], [nil], ["value": 7], ["value": [7, nil, "x"]],
    ["form": ["value": "x"]], [["name": 3]], .double(-1.5),
  ]

  /// A change of a node, drawn from all of a document's.
  init(of json: JSON, _ generator: inout SeededGenerator) {
    path = Self.paths(in: json).randomElement(using: &generator) ?? []
    let stranger = Self.strangers.randomElement(using: &generator) ?? .null
    let node = path.reduce(json) { Self.child(of: $0, $1) }
    switch (Int.random(in: 0..<3, using: &generator), node) {
    case (0, _): change = .drop
    case (1, .array), (1, .object): change = .add(stranger)
    default: change = .replace(stranger)
    }
  }

  /// The document with the change.
  func applied(to json: JSON) -> JSON { applied(to: json, path[...]) }

  /// Whether the value at a path may be missing, because it or an enclosing value was changed.
  func concerns(_ other: RawInventory.Path) -> Bool {
    if other.last == RawInventory.everything {
      let top = other.dropLast()
      return path.starts(with: top) || concerns(Array(top))
    }
    if case .add = change { return false }
    return other.starts(with: path)
  }

  private static func child(of json: JSON, _ name: String) -> JSON {
    if let elements = json.array { return Int(name).map { elements[$0] } ?? .null }
    return json[name] ?? .null
  }

  private static func paths(in json: JSON) -> [RawInventory.Path] {
    let children: [(String, JSON)]
    switch json {
    case .array(let elements): children = elements.enumerated().map { ("\($0)", $1) }
    case .object(let object): children = object.members.map { ($0.name, $0.value) }
    default: return []
    }
    return children.flatMap { name, value in
      [[name]] + paths(in: value).map { [name] + $0 }
    }
  }

  private func applied(to json: JSON, _ rest: ArraySlice<String>) -> JSON {
    guard let name = rest.first else {
      switch (json, change) {
      case (.array(let elements), .add(let new)): return .array(elements + [new])
      case (.object(let object), .add(let new)):
        return .object(JSONObject(members: [JSONObject.Member("x-new", new)] + object.members))
      case (_, .replace(let new)): return new
      default: return json
      }
    }
    let isDropped = rest.count == 1 && change == .drop
    switch json {
    case .array(var elements):
      guard let index = Int(name) else { return json }
      if isDropped {
        elements.remove(at: index)
      } else {
        elements[index] = applied(to: elements[index], rest.dropFirst())
      }
      return .array(elements)
    case .object(var object):
      guard let index = object.members.firstIndex(where: { $0.name == name }) else { return json }
      if isDropped {
        object.members.remove(at: index)
      } else {
        object.members[index].value = applied(to: object.members[index].value, rest.dropFirst())
      }
      return .object(object)
    default: return json
    }
  }
}
