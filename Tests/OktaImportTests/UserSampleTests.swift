import FlowHTTP
import Testing

@testable import OktaImport

/// Which users a pull chooses.
@Suite("The sample of a pull") struct UserSampleTests {
  private static func user(
    _ id: String, status: String = "ACTIVE", type: String = "oty1", _ profile: JSONObject = [:]
  ) -> JSON {
    [
      "id": .string(id), "status": .string(status), "type": ["id": .string(type)],
      "profile": .object(profile),
    ]
  }

  @Test("Groups, and the attributes and texts of expressions, are found in rules")
  func criteria() {
    var criteria = UserCriteria()
    criteria.collect([
      "conditions": [
        "people": ["groups": ["include": ["00gabcdefghijklmnop"]]],
        "elCondition": [
          "condition": """
          user.profile.department == 'Sales' && {"a", "b"}.contains(user.profile.level_2) || \
          user.isMemberOf({'group.id': '00gzyxwvutsrqponml'})
          """
        ],
      ]
    ])
    #expect(criteria.groups == ["00gabcdefghijklmnop", "00gzyxwvutsrqponml"])
    #expect(criteria.attributes.keys.sorted() == ["department", "level_2"])
    #expect(criteria.attributes["department"]?.isSuperset(of: ["Sales", "a", "b"]) == true)
  }

  @Test("Groups whose names expressions compare are found, and only groups of the tenant count")
  func names() {
    var criteria = UserCriteria()
    criteria.collect([
      .string("user.isMemberOf({'group.profile.name': 'Sales'})"),
      .string("user.isMemberOf({'group.id': {'00gabcdefghijklmnop', '00gunknowntenantid'}})"),
    ])
    func group(_ id: String, _ name: String, type: String = "OKTA_GROUP") -> JSON {
      ["id": .string(id), "type": .string(type), "profile": ["name": .string(name)]]
    }
    criteria.resolve([
      group("00gabcdefghijklmnop", "Staff"), group("00g2", "Sales West"), group("00g3", "IT"),
      group("00g4", "Sales", type: "BUILT_IN"),
    ])
    #expect(criteria.groups == ["00gabcdefghijklmnop", "00g2"])
  }

  @Test("Each group, status, type and value of an attribute is a class")
  func classes() {
    var criteria = UserCriteria()
    criteria.groups = ["00g1"]
    criteria.attributes = ["department": ["Sales"]]
    var sample = UserSample(criteria)
    sample.add((0..<50).map { Self.user("a\($0)", ["department": "Sales"]) })
    sample.add([Self.user("b", ["department": "IT"]), Self.user("c", status: "LOCKED_OUT")])
    sample.add([Self.user("d", type: "oty2", ["department": "Sales"])])
    sample.add([Self.user("e", ["department": "Sales"])], group: "00g1")
    let (users, report) = sample.choose(2)
    #expect(Set(users.keys).isSuperset(of: ["b", "c", "d", "e"]))
    #expect(users.count == 6 && report.users == 6)
    #expect(report.classes == 5 && report.leftOut == 0)
    #expect(report.groups == 1 && report.attributes == ["department"])
  }

  @Test("An attribute that differs for every user counts by the texts of the expressions")
  func manyValues() {
    var criteria = UserCriteria()
    criteria.attributes = ["email": ["acme.com"]]
    var sample = UserSample(criteria)
    sample.add((0..<40).map { Self.user("a\($0)", ["email": .string("u\($0)@other.com")]) })
    sample.add((0..<40).map { Self.user("b\($0)", ["email": .string("u\($0)@Acme.com")]) })
    let (users, report) = sample.choose(1)
    #expect(report.classes == 2 && users.count == 2)
    #expect(Set(users.keys.map { $0.first }) == ["a", "b"])
  }

  @Test("Too many classes are cut to the maximum, with a user for each value first")
  func limit() {
    var criteria = UserCriteria()
    criteria.attributes = ["a": [], "b": [], "c": []]
    var sample = UserSample(criteria)
    for number in 0..<1000 {
      let (a, b, c) = (number % 10, number / 10 % 10, number / 100)
      sample.add([
        Self.user("u\(1000 + number)", ["a": .integer(a), "b": .integer(b), "c": .integer(c)])
      ])
    }
    let (users, report) = sample.choose(3)
    #expect(users.count == UserSample.usersMax)
    #expect(report.classes == 1000 && report.leftOut == 1000 - UserSample.usersMax)
    for name in ["a", "b", "c"] {
      let values = Set(users.values.compactMap { $0["profile"]?[name]?.integer })
      #expect(values == Set(0..<10))
    }
  }
}
