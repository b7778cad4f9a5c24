import FlowHTTP
import Testing

@testable import OktaImport

/// The expressions that test names of groups and behaviors without being evaluated.
@Suite("Import: names in expressions") struct TestedNamesTests {
  private static func tested(_ text: String, in member: String = "condition") -> TestedNames {
    var names = TestedNames()
    names.read(["conditions": .object([member: .string(text)])])
    return names
  }

  @Test(
    "An expression that may test the name of a group is found",
    arguments: [
      "isMemberOfGroupNameContains('dmin')", "isMemberOfGroupNameStartsWith('adm')",
      "isMemberOfGroupNameRegex('.*x')", "groups.contains('dmin')",
      "user.isMemberOf({'group.profile.name': 'adm', 'operator': 'STARTS_WITH'})",
      "user.isMemberOf({'group.profile.name': 'dmin', 'operator': 'CONTAINS'})",
      "user.isMemberOf({'group.profile.name': user.profile.costCenter, 'operator': 'EXACT'})",
      "user.isMemberOf({'group.profile.name': 'ad' + 'mins', 'operator': 'EXACT'})",
      "user.getGroups({'group.profile.name': 'admins'}).size() > 0",
      "user.getGroups({'group.type': 'OKTA_GROUP'}).![profile.name].contains('x')",
      "Groups.startsWith('OKTA', 'ADM', 10).size() > 0",
      "String.replace(group.name, 'a', 'b') == 'zzz'", "group.name == user.profile.team",
      "user.profile.city == 'x' && isMemberOfGroupName('Admins')",
      "user . isMemberOf ( {'group.profile.name' : 'min', 'operator' : 'ENDS_WITH' } )",
      "group.name == 'ADMINS'", "isMemberOfAnyGroup?.('x')",
    ])
  func groups(text: String) {
    let names = Self.tested(text)
    #expect(names.unevaluated(["admins"], of: .group) != nil, "\(text)")
    #expect(names.unevaluated(["admins"], of: .behavior) == nil, "\(text)")
    #expect(Self.tested(text, in: "description").unevaluated(["admins"], of: .group) == nil)
  }

  @Test(
    "An expression that can't test the name isn't found",
    arguments: [
      "user.isMemberOf({'group.profile.name': 'admins', 'operator': 'EXACT'})",
      "user.isMemberOf({'group.profile.name': {'adm', 'x'}})",
      "user.isMemberOf({'group.id': '00g1'})", "isMemberOfAnyGroup('00g1', '00g2')",
      "isMemberOfGroupNameContains('staff')", "user.getGroups().size() > 3",
      "user.profile.title == 'admins'", "user.profile.department.contains('dmin')",
      "security.risk.level == 'LOW'", "the group of admins",
    ])
  func others(text: String) {
    #expect(Self.tested(text, in: "value").unevaluated(["admins"], of: .group) == nil, "\(text)")
  }

  @Test("A behavior in another form is found")
  func behaviors() {
    for text in [
      "Arrays.contains(security.behaviors, 'A')", "security.behaviors?.contains('A')",
      "security['behaviors'].contains('A')", "security.behaviors.contains(user.profile.x)",
      "security.behaviors.containsAny({'B', 'A'})",
      "user.profile.x == 'y' || Arrays.contains(security.behaviors, 'A')",
    ] {
      #expect(Self.tested(text).unevaluated(["A"], of: .behavior) != nil, "\(text)")
    }
    for text in [
      "security.behaviors.contains('A')", "security.behaviors.contains(\"A\") == true",
      "security.behaviors.isEmpty()", "Arrays.contains(security.behaviors, 'B')",
    ] {
      #expect(Self.tested(text).unevaluated(["A"], of: .behavior) == nil, "\(text)")
    }
  }

  @Test("An apostrophe in prose isn't an expression")
  func prose() {
    for text in ["The group's policy", "Don't use this group"] {
      #expect(Self.tested(text, in: "help").unevaluated(["group"], of: .group) == nil, "\(text)")
    }
  }
}
