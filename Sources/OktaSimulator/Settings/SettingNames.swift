import FlowDiagnostics
public import FlowEngine
import SimulatorKit

extension Org {
  /// The names of an org that may be written at a location of a condition: groups, types, users,
  /// zones, behaviors, or the reasons of unknown conditions.
  ///
  /// Each of these conditions also accepts a new name, so a name there isn't a problem with
  /// candidates.
  ///
  /// - Parameters:
  ///   - place: The location of a word in the settings, which isn't among the names.
  ///   - name: The name after `org`.
  ///   - settings: The settings in its braces.
  /// - Returns: The names in the order of the settings; empty if the location isn't in such a
  ///   condition.
  public static func names(at place: UInt32, name: String, settings: [Setting]) -> [String] {
    let reading = OrgReading(name: name, settings)
    return reading.apps.lazy.map { $0.draft.names(at: place) }.first { !$0.isEmpty } ?? []
  }
}

extension OrgDraft {
  fileprivate func names(at place: UInt32) -> [String] {
    func others(_ names: [String], than word: String) -> [String] {
      var seen: Set<String> = [word]
      return names.filter { seen.insert($0).inserted }
    }
    if let named = namedGroups.first(where: { $0.place.start == place }) {
      let own =
        named.kind == "group" ? people.flatMap(\.groups) : people.compactMap(\.userType)
      let written = namedGroups.filter { $0.kind == named.kind }.map(\.name)
      return others(own + written, than: named.name)
    }
    if let (login, _) = namedUsers.first(where: { $0.place.start == place }) {
      return others(people.map(\.login), than: login)
    }
    if let (zone, _) = namedZones.first(where: { $0.place.start == place }) {
      return others(policy.zones.map(\.name), than: zone)
    }
    guard let fact = policy.unknowns.first(where: { $0.place.start == place }) else { return [] }
    switch fact.content {
    case .unknown: return others(policy.unknowns.filter(\.isUnknown).map(\.name), than: fact.name)
    case .behavior: return others(policy.behaviors.map(\.name), than: fact.name)
    case .check, .grace: return []
    }
  }
}
