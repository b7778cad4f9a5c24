import FlowHTTP

// What somebody signs in with.
extension RuleConditions {
  mutating func readDevice(_ device: Exported) {
    if let assurance = device["assurance"], !assurance.json.isNothing,
      assurance.json["include"]?.isNothing == false
    {
      leaveOpen(assurance, "device assurance isn't simulated")
    }
    for name in ["registered", "managed"] {
      if let member = device[name], member.json.bool == nil {
        leaveOpen(member, "true or false is expected here")
      }
    }
    let isRegistered = device.json["registered"]?.bool
    let isManaged = device.json["managed"]?.bool
    device.settle("registered", "managed")
    switch (isRegistered, isManaged) {
    case (false?, true?): fail("a device that is managed is registered")
    case (_, true?): add("device managed")
    case (true?, false?): add("device registered")
    case (true?, nil): add("device registered, managed")
    case (false?, _): add("not device registered, managed")
    case (nil, false?): add("not device managed")
    case (nil, nil): break
    }
  }

  mutating func readPlatform(_ platform: Exported) {
    for (member, word) in [("include", "platform"), ("exclude", "not platform")] {
      var words: [String] = []
      var isAny = false
      for value in elements(platform, member) {
        guard let name = platformWord(value) else { continue }
        if name == "any" { isAny = true }
        if !words.contains(name) { words.append(name) }
      }
      if isAny {
        if member == "exclude" { fail("it is for no platform") }
      } else if !words.isEmpty {
        add("\(word) \(words.joined(separator: ", "))")
      }
    }
  }

  /// The word of a platform, `any` where it is none in particular.
  private mutating func platformWord(_ value: Exported) -> String? {
    let type = choice(value, "type", ["ANY", "DESKTOP", "MOBILE", "OTHER"])
    let system = part(value, "os")
    let name = choice(
      system, "type", ["ANY", "ANDROID", "IOS", "MACOS", "WINDOWS", "CHROMEOS", "LINUX", "OTHER"])
    if let expression = system?["expression"], expression.string?.isEmpty == false {
      leaveOpen(expression, "an expression over the system isn't evaluated")
    }
    if let version = system?["version"], !version.json.isNothing {
      leaveOpen(version, "versions of systems aren't simulated")
    }
    switch (type, name) {
    case (nil, _) where value["type"] != nil, (_, nil) where system?["type"] != nil: return nil
    case (_, "OTHER"?):
      if type == "MOBILE" || type == "DESKTOP" {
        value.warn("`other` is any other system, on desktops and phones alike")
      }
      return "other"
    case (_, let name?) where name != "ANY": return name.lowercased()
    case ("MOBILE"?, _): return "mobile"
    case ("DESKTOP"?, _): return "desktop"
    case ("OTHER"?, _): return "other"
    default: return "any"
    }
  }

  // MARK: Expressions

  /// Reads an expression of which every part is known, joined by `&&`; any other one is left open.
  mutating func readExpression(_ value: Exported) {
    guard let text = value.string, !text.isEmpty else { return }
    var clauses: [String] = []
    for part in text.split(separator: "&&", omittingEmptySubsequences: false) {
      guard let clause = RuleConditions.clause(part) else {
        leaveOpen(value, "an expression isn't evaluated")
        return
      }
      clauses.append(clause)
    }
    for clause in clauses { add(clause) }
  }

  /// What a comparison is as a condition: of the risk's level, and of the device.
  private static func clause(_ text: Substring) -> String? {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
    guard words.count == 3, words[1] == "==" || words[1] == "!=" else { return nil }
    let not = words[1] == "!=" ? "not " : ""
    let value = words[2].lowercased()
    switch words[0] {
    case "security.risk.level":
      guard let quote = value.first, quote == "'" || quote == "\"", value.count > 1,
        value.last == quote
      else { return nil }
      let level = value.dropFirst().dropLast()
      return ["low", "medium", "high"].contains(level) ? "\(not)risk \(level)" : nil
    case "device.profile.managed", "device.profile.registered":
      guard value == "true" || value == "false" else { return nil }
      let devices = words[0].hasSuffix("managed") ? "managed" : "registered, managed"
      return "\((value == "true") == not.isEmpty ? "" : "not ")device \(devices)"
    default: return nil
    }
  }
}
