import FlowHTTP
import SimulatorKit

/// A page to which faults are applied one after the other.
struct FaultyPage {
  private(set) var page: JSONObject
  private(set) var status: Int
  private let origin: String

  init(_ page: JSONObject, status: Int, origin: String) {
    self.page = page
    self.status = status
    self.origin = origin
  }

  mutating func apply(_ kind: Fault.Kind, _ draw: inout Draw) {
    switch kind {
    case .unknownStep(let place): offerUnknownStep(place)
    case .missing(let member): remove(member)
    case .order(let isShuffled):
      changeSteps { steps in
        if isShuffled { steps.shuffle(using: &draw) } else { steps.reverse() }
      }
    case .relatesTo(let isDangling): changeReferences(isDangling: isDangling)
    case .labels: translate()
    case .pollInterval(let interval): setPollInterval(interval)
    case .errorsAt(.top): raiseErrors()
    case .errorsAt(.field): lowerErrors()
    case .errorStatus(let status):
      if (400..<500).contains(self.status), page["remediation"] != nil { self.status = status }
    case .status, .html, .drop, .expired, .latency, .truncate, .late, .twice, .outOfOrder: break
    }
  }

  // MARK: Steps

  private mutating func changeSteps(_ body: (inout [JSON]) -> Void) {
    guard case .object(var remediation)? = page["remediation"],
      case .array(var steps)? = remediation["value"]
    else { return }
    body(&steps)
    remediation["value"] = .array(steps)
    page["remediation"] = .object(remediation)
  }

  /// Adds a step that no client supports.
  ///
  /// The form of the step is valid and can be filled in.
  private mutating func offerUnknownStep(_ place: Fault.Place) {
    let handle = page["stateHandle"]?.string ?? ""
    let step = Ion.form(
      "levitate", href: .string(origin + IDXEndpoint.root + "levitate"),
      [Ion.field("height", label: "Height", isRequired: true), Ion.stateHandle(handle)])
    changeSteps { steps in
      switch place {
      case .beside: steps.append(step)
      case .first: steps.insert(step, at: 0)
      case .instead: steps = [step]
      }
    }
  }

  // MARK: Members

  private mutating func change(_ body: (JSONObject) -> JSONObject) {
    if case .object(let changed) = JSON.object(page).mapped(body) { page = changed }
  }

  private mutating func remove(_ member: Fault.Member) {
    switch member {
    case .app, .intent, .user: page[member.rawValue] = nil
    case .expiresAt: page["expiresAt"] = nil
    case .key, .type, .methods, .displayName:
      let name = member == .displayName ? "displayName" : member.rawValue
      change { object in
        // Changes only authenticators and enrollments, because fields also have types and messages
        // also have keys.
        guard object["key"] != nil || object["displayName"] != nil, object["name"] == nil,
          object["message"] == nil, object["displayName"] != nil || object["methods"] != nil
        else { return object }
        var object = object
        object[name] = nil
        return object
      }
    case .age, .id, .label, .messageKey, .relatesTo, .settings:
      let names: [Fault.Member: String] = [.messageKey: "i18n", .relatesTo: "relatesTo"]
      let name = names[member] ?? member.rawValue
      change { object in
        guard object[name] != nil else { return object }
        var object = object
        object[name] = nil
        return object
      }
    }
  }

  private mutating func changeReferences(isDangling: Bool) {
    change { object in
      guard let reference = object["relatesTo"] else { return object }
      var object = object
      let nowhere: JSON = "$.authenticators.value[99]"
      switch reference {
      case .array(let all) where isDangling: object["relatesTo"] = .array(all.map { _ in nowhere })
      case .array(let all): object["relatesTo"] = all.first
      default: if isDangling { object["relatesTo"] = nowhere }
      }
      return object
    }
  }

  private mutating func setPollInterval(_ interval: Duration) {
    let (seconds, attoseconds) = interval.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    change { object in
      guard object["refresh"] != nil else { return object }
      var object = object
      object["refresh"] = .whole(milliseconds)
      return object
    }
  }

  private mutating func translate() {
    change { object in
      var object = object
      for name in ["label", "message"] {
        if let text = object[name]?.string, let german = GermanLabels.texts[text] {
          object[name] = .string(german)
        }
      }
      return object
    }
  }

  // MARK: Errors

  /// Moves the messages of all fields to the top of the page.
  private mutating func raiseErrors() {
    var raised: [JSON] = []
    changeSteps { steps in
      steps = steps.map { step in
        step.mapped { object in
          guard object["name"] != nil, let messages = object["messages"]?["value"]?.array else {
            return object
          }
          raised += messages
          var object = object
          object["messages"] = nil
          return object
        }
      }
    }
    guard !raised.isEmpty else { return }
    page["messages"] = Ion.array((page["messages"]?["value"]?.array ?? []) + raised)
  }

  /// Moves the errors at the top of the page to the first field that can be filled in.
  private mutating func lowerErrors() {
    let all = page["messages"]?["value"]?.array ?? []
    let errors = all.filter { $0["class"] == "ERROR" }
    guard !errors.isEmpty else { return }
    var isDone = false
    changeSteps { steps in
      guard case .object(var form)? = steps.first, case .array(var fields)? = form["value"]
      else { return }
      for index in fields.indices where fields[index]["mutable"] != false && !isDone {
        guard case .object(var field) = fields[index] else { continue }
        field["messages"] = Ion.array((field["messages"]?["value"]?.array ?? []) + errors)
        fields[index] = .object(field)
        isDone = true
      }
      form["value"] = .array(fields)
      steps[0] = .object(form)
    }
    guard isDone else { return }
    let others = all.filter { $0["class"] != "ERROR" }
    page["messages"] = others.isEmpty ? nil : Ion.array(others)
  }
}

extension JSON {
  /// Returns the value after applying `change` to each of its objects, innermost first.
  fileprivate func mapped(_ change: (JSONObject) -> JSONObject) -> JSON {
    switch self {
    case .array(let elements): return .array(elements.map { $0.mapped(change) })
    case .object(let object):
      let members = object.members.map { JSONObject.Member($0.name, $0.value.mapped(change)) }
      return .object(change(JSONObject(members: members)))
    default: return self
    }
  }
}
