import FlowHTTP
import FlowText
import OktaImport

/// The objects that two exports have with the same id and with different names.
///
/// A comparison finds zones, groups and rules under another name by what they contain. It knows
/// identity providers and apps only by their names. So the older export gets their new names, and
/// everything else about them is compared.
struct GateRenames {
  /// An object of an export that has a name.
  private struct Named {
    var kind: Kind
    var name: String
  }

  private enum Kind: String {
    case provider = "identity provider"
    case app, zone, group, policy, rule

    /// Whether a comparison knows the object only by its name.
    var isKnownByName: Bool { self == .provider || self == .app }
  }

  /// The objects with other names, one sentence each.
  private(set) var notes: [String] = []
  /// The new names of the identity providers and the apps, by their ids.
  private var names: [String: String] = [:]

  /// The maximum number of objects that are named.
  private static let namedMost = 20

  /// Compares the names of two exports.
  init(from old: GateExport, to new: GateExport) {
    let before = GateRenames.named(in: old)
    let after = GateRenames.named(in: new)
    var tested = Tested()
    for file in old.files + new.files { tested.read(file.json) }
    var all: [String] = []
    for (id, was) in before.sorted(by: { $0.key < $1.key }) {
      guard let now = after[id], now.kind == was.kind, now.name != was.name else { continue }
      all.append("the \(was.kind.rawValue) `\(was.name)` is now named `\(now.name)`")
      // Another object may have had the name, and a condition may test it.
      let isTaken = before.contains { $0.value.kind == was.kind && $0.value.name == now.name }
      let isTested = [was.name, now.name].contains { tested.has($0, of: was.kind) }
      if was.kind.isKnownByName, !isTaken, !isTested { names[id] = now.name }
    }
    notes = Array(all.prefix(GateRenames.namedMost))
    if all.count > notes.count {
      notes.append("\(all.count - notes.count) more objects have other names")
    }
  }

  /// Returns the older export with the new names.
  func applied(to old: GateExport) -> GateExport {
    guard !names.isEmpty else { return old }
    var export = old
    export.files = old.files.map { $0.with(renamed($0.json)) }
    return export
  }

  private func renamed(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map(renamed))
    case .object(var object):
      guard let named = GateRenames.named(object) else {
        for (name, value) in object.members.map({ ($0.name, $0.value) })
        where GateRenames.isList(value) { object[name] = renamed(value) }
        return .object(object)
      }
      if let name = object["id"]?.string.flatMap({ names[$0] }) {
        object[named.kind == .app ? "label" : "name"] = .string(name)
      }
      return .object(object)
    default: return json
    }
  }

  // MARK: Reading

  /// The named objects of an export, by their ids.
  private static func named(in export: GateExport) -> [String: Named] {
    var all: [String: Named] = [:]
    for file in export.files { collect(file.json, into: &all) }
    return all
  }

  private static func collect(_ json: JSON, into all: inout [String: Named]) {
    switch json {
    case .array(let elements): for element in elements { collect(element, into: &all) }
    case .object(let object):
      if let named = named(object), let id = object["id"]?.string {
        all[id] = named
      } else {
        for member in object.members where isList(member.value) {
          collect(member.value, into: &all)
        }
      }
    default: break
    }
  }

  /// Whether a member may have objects of an export: `{"idps": [{…}]}`.
  private static func isList(_ json: JSON) -> Bool {
    json.array?.contains { $0.object != nil } == true
  }

  private static func named(_ object: JSONObject) -> Named? {
    guard let id = object["id"]?.string else { return nil }
    if object["signOnMode"] != nil, let label = object["label"]?.string {
      return Named(kind: .app, name: label)
    }
    if id.hasPrefix("00g"), let name = object["profile"]?["name"]?.string {
      return Named(kind: .group, name: name)
    }
    guard let name = object["name"]?.string else { return nil }
    if object["protocol"] != nil { return Named(kind: .provider, name: name) }
    if object["gateways"] != nil || object["locations"] != nil || id.hasPrefix("nzo") {
      return Named(kind: .zone, name: name)
    }
    if object["actions"] != nil { return Named(kind: .rule, name: name) }
    return id.hasPrefix("00p") || id.hasPrefix("rst") ? Named(kind: .policy, name: name) : nil
  }

  /// The conditions of both exports that a name may decide.
  private struct Tested {
    /// The texts with quoted words: expressions.
    private var texts: Set<String> = []
    /// Whether users are routed to the identity provider with the name of their domain.
    private var routesByName = false

    /// Whether a condition may test a name.
    func has(_ name: String, of kind: Kind) -> Bool {
      kind == .provider && routesByName
        || texts.contains { $0.contains("\"\(name)\"") || $0.contains("'\(name)'") }
    }

    mutating func read(_ json: JSON) {
      switch json {
      case .string(let text):
        if text == "DYNAMIC" { routesByName = true }
        if text.contains("\"") || text.contains("'") { texts.insert(text) }
      case .array(let elements): for element in elements { read(element) }
      case .object(let object): for member in object.members { read(member.value) }
      default: break
      }
    }
  }
}
