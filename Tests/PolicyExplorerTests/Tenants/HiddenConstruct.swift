import FlowHTTP
import TestSupport

/// Hides one construct of a tenant: it becomes something that no tool knows, or it is missing.
struct HiddenConstruct {
  /// A value that can be hidden, by its path, and what replaces it; `nil` if it is removed.
  private struct Place {
    var file: String
    var path: [Step]
    var name: String
    var value: JSON?
  }

  fileprivate enum Step {
    case name(String)
    case index(Int)
  }

  /// The tenant with the construct hidden.
  private(set) var tenant: RandomTenant
  /// What is hidden, for messages.
  let what: String

  /// Hides a random construct.
  init?(in tenant: RandomTenant, _ random: inout SeededGenerator) {
    var places: [Place] = []
    for (file, json) in tenant.answers.sorted(by: { $0.key < $1.key }) {
      HiddenConstruct.find(json, file, [], &places)
    }
    // Each kind of construct is as likely as any other.
    let kinds = Set(places.map(\.name)).sorted()
    guard let kind = kinds.randomElement(using: &random),
      let place = places.filter({ $0.name == kind }).randomElement(using: &random)
    else { return nil }
    self.tenant = tenant
    what = "\(place.file) \(place.path.count) \(place.name)"
    let json = tenant.answers[place.file] ?? .null
    self.tenant.answers[place.file] = HiddenConstruct.change(json, place.path[...], place)
  }

  private static let words: Set<String> = [
    "access", "factorMode", "allowedFor", "self", "accessControl", "userVerification",
    "primaryFactor", "connection", "level", "matchType", "action", "idpSelectionType", "minimum",
    "platform",
  ]
  private static let conditions: Set<String> = [
    "people", "network", "riskScore", "device", "elCondition", "userIdentifier", "risk",
    "assurance",
  ]
  private static let removed: Set<String> = [
    "rules", "members", "factors", "verificationMethod", "accountLink", "filter", "provisioning",
    "providers",
  ]

  private static func find(
    _ json: JSON, _ file: String, _ path: [Step], _ places: inout [Place]
  ) {
    switch json {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        find(element, file, path + [.index(index)], &places)
      }
    case .object(let object):
      for member in object.members {
        let name = member.name
        if words.contains(name) || name == "condition" || name == "type" && path.isVerification {
          places.append(Place(file: file, path: path, name: name, value: "FUTURE"))
        }
        if conditions.contains(name) || removed.contains(name) {
          places.append(Place(file: file, path: path, name: name, value: nil))
        }
        if name == "gateways" {
          places.append(Place(file: file, path: path, name: name, value: nil))
        }
        if name.hasPrefix("00g") || name.hasPrefix("00u") {
          places.append(Place(file: file, path: path, name: name, value: nil))
        }
        find(member.value, file, path + [.name(name)], &places)
      }
    default: break
    }
  }

  private static func change(_ json: JSON, _ path: ArraySlice<Step>, _ place: Place) -> JSON {
    guard let step = path.first else {
      var object = json.object ?? [:]
      let old = object[place.name] ?? .null
      if let value = place.value {
        object[place.name] = value
      } else {
        object[place.name] = nil
        // A condition of a later version of the API.
        if conditions.contains(place.name) { object["future"] = ["of": old] }
        if place.name == "gateways" {
          object["type"] = "FUTURE"
        }
      }
      return .object(object)
    }
    switch (step, json) {
    case (.index(let index), .array(var elements)):
      elements[index] = change(elements[index], path.dropFirst(), place)
      return .array(elements)
    case (.name(let name), .object(var object)):
      object[name] = change(object[name] ?? .null, path.dropFirst(), place)
      return .object(object)
    default: return json
    }
  }
}

extension [HiddenConstruct.Step] {
  fileprivate var isVerification: Bool {
    if case .name("verificationMethod")? = last { true } else { false }
  }
}
