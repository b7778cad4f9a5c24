import FlowHTTP
import FlowText
import OktaImport

/// The objects that two exports have with the same id and with different names.
///
/// A comparison knows identity providers, apps and behaviors only by their names, and other objects
/// by names if it can't evaluate them. So the older export gets all new names in one step, because
/// objects may exchange their names. Everything else about them is compared.
struct GateRenames {
  /// An object of an export that has a name.
  private struct Named {
    var id: String
    var kind: ExportKind
    var name: String
  }

  /// The objects with other names, one sentence each.
  private(set) var notes: [String] = []
  /// The reasons why names can't decide which objects to compare, one sentence each.
  private(set) var gaps: [String] = []
  /// The names of objects of each export by their ids, if they aren't those of the export.
  private var names: (old: [String: String], new: [String: String]) = ([:], [:])
  /// The new names of behaviors by their old ones, for the expressions of the older export.
  private var behaviors: [String: String] = [:]

  /// The maximum number of objects that are named.
  private static let namedMost = 20
  /// The maximum number of characters of an expression that is shown.
  private static let shownMost = 100

  /// The kinds of objects that a comparison may know by their names.
  private static let known: [ExportKind] = [
    .provider, .app, .zone, .group, .deviceAssurance, .behavior,
  ]

  /// Compares the names of two exports.
  init(from old: GateExport, to new: GateExport) {
    let before = GateRenames.named(in: old)
    let after = GateRenames.named(in: new)
    let now = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
    var tested = TestedNames()
    for file in old.files + new.files { tested.read(file.json) }
    var all: [String] = []
    for was in before.sorted(by: { $0.id < $1.id }) {
      guard let own = now[was.id], own.kind == was.kind, own.name != was.name else { continue }
      all.append("the \(was.kind.title) `\(was.name)` is now named `\(own.name)`")
      addGap(was, own.name, tested)
    }
    notes = Array(all.prefix(GateRenames.namedMost))
    if all.count > notes.count {
      notes.append("\(all.count - notes.count) more objects have other names")
    }
    for kind in GateRenames.known {
      rename(before.filter { $0.kind == kind }, after.filter { $0.kind == kind }, tested)
    }
  }

  /// Gives the objects of one kind the names of the newer export.
  private mutating func rename(_ before: [Named], _ after: [Named], _ tested: TestedNames) {
    let own = GateRenames.distinct(after)
    var names: [String: String] = [:]
    for was in before { names[was.id] = own[was.id] }
    // An object that is gone keeps its name, unless another one of both exports has it now.
    let inUse = Set(names.values)
    let counts = Dictionary(before.map { ($0.name, 1) }, uniquingKeysWith: +)
    var taken = Set(own.values)
    var gone: [String] = []
    for was in before where names[was.id] == nil {
      let isAmbiguous = inUse.contains(was.name) || counts[was.name] != 1
      let name = isAmbiguous ? GateRenames.unused("\(was.name) (old)", taken) : was.name
      if isAmbiguous {
        gone.append("the \(was.kind.title) `\(was.name)` is gone, and is `\(name)` here")
      }
      taken.insert(name)
      names[was.id] = name
    }
    let changed = before.filter { names[$0.id] != $0.name }
    let renumbered = after.filter { own[$0.id] != $0.name }
    let all = changed + renumbered
    guard !all.isEmpty else { return }
    let isTested = all.contains { object in
      [object.name, names[object.id] ?? object.name].contains { tested.has($0, of: object.kind) }
    }
    // An expression names a behavior in quotes, and means the only one with the name.
    let isOdd =
      all[0].kind == .behavior
      && ((before + after).contains { $0.name.contains { "'\"\\".contains($0) } }
        || counts.count < before.count || !renumbered.isEmpty)
    guard !isTested, !isOdd else {
      let new = Set(after.map(\.name))
      for object in changed {
        let isTaken = own[object.id].flatMap { counts[$0] } != nil
        guard isTaken || new.contains(object.name) else { continue }
        gaps.append(
          "the name of the \(object.kind.title) `\(object.name)` decides something, and another one "
            + "has its old or new name, so they can't be compared")
      }
      return
    }
    notes += gone
    for object in changed { self.names.old[object.id] = names[object.id] }
    for object in renumbered { self.names.new[object.id] = own[object.id] }
    for object in changed where object.kind == .behavior {
      behaviors[object.name] = names[object.id]
    }
  }

  /// Adds a gap if an expression that isn't evaluated may test the old or the new name.
  private mutating func addGap(_ object: Named, _ name: String, _ tested: TestedNames) {
    guard gaps.count < GateRenames.namedMost,
      let text = tested.unevaluated([object.name, name], of: object.kind)
    else { return }
    gaps.append(
      "the \(object.kind.title) `\(object.name)` is now named `\(name)`, which an expression that "
        + "isn't evaluated may test: `\(ShortText.of(text, most: GateRenames.shownMost))`")
  }

  /// Returns a name for each object that no other one has.
  private static func distinct(_ objects: [Named]) -> [String: String] {
    let all = Set(objects.map(\.name))
    var taken: Set<String> = []
    var names: [String: String] = [:]
    for object in objects {
      let isFirst = !taken.contains(object.name)
      let name = isFirst ? object.name : unused(object.name, taken.union(all))
      taken.insert(name)
      names[object.id] = name
    }
    return names
  }

  /// Returns a name that isn't taken; if it is, a number is added.
  private static func unused(_ name: String, _ taken: Set<String>) -> String {
    var (candidate, number) = (name, 1)
    while taken.contains(candidate) {
      number += 1
      candidate = "\(name) (\(number))"
    }
    return candidate
  }

  /// Returns both exports with names by which the same objects are compared.
  func applied(to old: GateExport, _ new: GateExport) -> (old: GateExport, new: GateExport) {
    var both = (old: old, new: new)
    if !names.old.isEmpty {
      both.old.files = old.files.map { $0.with(renamed($0.json, names.old, behaviors)) }
    }
    if !names.new.isEmpty {
      both.new.files = new.files.map { $0.with(renamed($0.json, names.new, [:])) }
    }
    return both
  }

  private func renamed(
    _ json: JSON, _ names: [String: String], _ behaviors: [String: String]
  ) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map { renamed($0, names, behaviors) })
    case .object(var object):
      for (name, value) in object.members.map({ ($0.name, $0.value) }) {
        object[name] = renamed(value, names, behaviors)
      }
      if let id = object["id"]?.string, let name = names[id], let kind = ExportKind(object) {
        kind.rename(&object, name)
      }
      return .object(object)
    case .string(let text) where !behaviors.isEmpty:
      return .string(BehaviorExpression.renamed(text, behaviors))
    default: return json
    }
  }

  // MARK: Reading

  /// The named objects of an export, each once, in its order.
  private static func named(in export: GateExport) -> [Named] {
    var all: [Named] = []
    var known: Set<String> = []
    for file in export.files { collect(file.json, into: &all, &known) }
    return all
  }

  private static func collect(_ json: JSON, into all: inout [Named], _ known: inout Set<String>) {
    switch json {
    case .array(let elements): for element in elements { collect(element, into: &all, &known) }
    case .object(let object):
      if let id = object["id"]?.string, !known.contains(id), let kind = ExportKind(object),
        !kind.title.isEmpty, let name = kind.name(object)
      {
        known.insert(id)
        all.append(Named(id: id, kind: kind, name: name))
      }
      for member in object.members { collect(member.value, into: &all, &known) }
    default: break
    }
  }
}
