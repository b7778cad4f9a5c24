import FlowHTTP
import FlowSyntax

// Conditions of routing rules and of identity providers.
extension RuleConditions {
  /// Reads the patterns of which what the user enters fits one.
  mutating func readIdentifier(_ identifier: Exported, _ names: ImportNames) {
    let patterns = elements(identifier, "patterns")
    let type = choice(identifier, "type", ["IDENTIFIER", "ATTRIBUTE"])
    guard !patterns.isEmpty else { return identifier.settle() }
    var isKnown = type != nil || identifier["type"] == nil
    var texts: [String] = []
    let attribute = type == "ATTRIBUTE" ? identifier.json["attribute"]?.string ?? "" : "login"
    for pattern in patterns {
      guard let value = pattern.json["value"]?.string, !value.isEmpty, !value.contains("*"),
        let match = pattern.json["matchType"]?.string?.uppercased()
      else {
        isKnown = false
        continue
      }
      switch match {
      case "EQUALS": texts.append(value)
      case "STARTS_WITH": texts.append("\(value)*")
      case "SUFFIX": texts.append("*\(value)")
      case "CONTAINS": texts.append("*\(value)*")
      default: isKnown = false
      }
      // Other attributes are compared as a whole.
      if attribute != "login", match != "EQUALS" { isKnown = false }
    }
    guard isKnown, attribute == "login" || OrgText.isWord(attribute) else {
      return leaveOpen(
        identifier, as: "user identifier", "a pattern of what users enter isn't evaluated")
    }
    identifier.settle()
    let clause =
      attribute == "login"
      ? "login \(OrgText.list(texts))" : "attribute \(attribute) \(OrgText.list(texts))"
    add(anyOf: names.unlisted?.routing(clause) ?? [[clause]])
  }

  /// Reads which users an identity provider links automatically.
  mutating func readLinks(_ filter: Exported, _ names: ImportNames) {
    let included = ids(part(filter, "groups"), "include")
    if !included.contains(where: { names.isEveryone($0.id) }) {
      let clauses = groupClauses(included, names)
      if !clauses.isEmpty { add(anyOf: clauses) }
    }
    let users = part(filter, "users")
    let barred = ids(users, "exclude").compactMap { login($0.place, $0.id, names) }
    if !barred.isEmpty { add("not user \(OrgText.list(barred))") }
    if users?.flag("excludeAdmins") == true, let place = users?["excludeAdmins"] {
      leaveOpen(
        place.with(.string("not an administrator")), as: "user", "roles aren't imported")
    }
    for (name, member) in filter.members
    where name != "groups" && name != "users" && !member.json.isNothing {
      leaveOpen(member, as: "link filter \(name)", "this filter isn't supported")
    }
  }
}
