import FlowHTTP
import FlowSyntax

// Conditions of devices and of behaviors.
extension RuleConditions {
  /// Reads the state of the device, and the device assurance policies.
  mutating func readDevice(_ device: Exported, _ names: ImportNames) {
    if let assurance = device["assurance"], !assurance.json.isNothing {
      if let include = assurance["include"], !include.json.isNothing {
        readAssurances(include, names)
      }
      for (name, member) in assurance.members where name != "include" && !member.json.isNothing {
        leaveOpen(member, as: "device assurance \(name)", "device assurance isn't simulated")
      }
    }
    for name in ["registered", "managed"] {
      if let member = device[name], member.json.bool == nil {
        leaveOpen(member, "expected true or false")
      }
    }
    let isRegistered = device.json["registered"]?.bool
    let isManaged = device.json["managed"]?.bool
    device.settle("registered", "managed")
    switch (isRegistered, isManaged) {
    case (false?, true?): fail("a device that is managed is registered")
    case (_, true?): add("device managed")
    case (true?, false?):
      add("device registered")
      add("not device managed")
    case (true?, nil): add("device registered, managed")
    case (false?, _): add("not device registered, managed")
    case (nil, false?): add("not device managed")
    case (nil, nil): break
    }
  }

  /// Reads the device assurance policies of which the device has to meet one.
  private mutating func readAssurances(_ list: Exported, _ names: ImportNames) {
    let all = list.json.array ?? [list.json]
    let known = all.compactMap { $0.string.flatMap { names.assurances[$0] } }
    let others = all.filter { $0.string.flatMap { names.assurances[$0] } == nil }
    list.settle()
    var clauses = known.isEmpty ? [] : ["assurance \(OrgText.list(known))"]
    if !others.isEmpty {
      clauses.append(
        anyOf(
          list.with(.array(others)), as: "device assurance",
          "the export doesn't have the device assurance policy"))
    }
    add(anyOf: clauses)
  }

  /// Reads the behaviors of which the sign-in has to have one.
  ///
  /// An inactive behavior never matches.
  mutating func readBehaviors(_ list: Exported, _ names: ImportNames) {
    let all = list.json.array ?? [list.json]
    let known = all.compactMap { $0.string.flatMap { names.behaviors[$0] == nil ? nil : $0 } }
    let others = all.filter { $0.string.flatMap { names.behaviors[$0] } == nil }
    list.settle()
    let active = known.filter { names.behaviors[$0]?.isActive == true }
      .compactMap(names.name(ofBehavior:))
    var clauses = active.isEmpty ? [] : [ImportNames.clause(ofBehaviors: active)]
    if !others.isEmpty {
      clauses.append(
        anyOf(
          list.with(.array(others)), as: "behavior", "the export doesn't have the behavior"))
    }
    guard !clauses.isEmpty else { return fail("it is only for behaviors that are inactive") }
    add(anyOf: clauses)
  }
}
