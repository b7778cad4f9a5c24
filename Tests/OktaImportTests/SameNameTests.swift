import FlowHTTP
import FlowText
import TestSupport
import Testing

@testable import OktaImport

/// Objects with the same name, and values that are written in different ways.
@Suite("Objects of an export with the same name") struct SameNameTests {
  private static func line(_ objects: String, _ conditions: String) throws -> String {
    let policy = Importing.policy(
      "ACCESS_POLICY", rules: [Importing.rule(conditions: conditions, Importing.denies)])
    let org = try #require(
      try Importing.org("[\(policy), \(objects), \(Importing.people)]"), "\(objects)")
    #expect(org.faults == [], "\(org.text)")
    return org.line
  }

  static let kinds: [(objects: String, conditions: String)] = [
    (
      #"{"id": "bhv1", "name": "X", "type": "ANOMALOUS_IP"}, {"id": "bhv2", "name": "X", "type": "VELOCITY"}"#,
      #"{"risk": {"behaviors": ["bhv1"]}}"#
    ),
    (
      #"{"id": "bhv1", "name": "a; b", "type": "ANOMALOUS_IP"}, {"id": "bhv2", "name": "a; b", "type": "VELOCITY"}"#,
      #"{"risk": {"behaviors": ["bhv1"]}}"#
    ),
    (
      #"{"id": "dae1", "name": "X", "platform": "MACOS", "osVersion": {"minimum": "14"}}, {"id": "dae2", "name": "X", "platform": "MACOS", "osVersion": {"minimum": "10"}}"#,
      #"{"device": {"assurance": {"include": ["dae1"]}}}"#
    ),
    (
      #"{"id": "dae1", "name": "X", "platform": "TVOS"}, {"id": "dae2", "name": "X", "platform": "TVOS"}"#,
      #"{"device": {"assurance": {"include": ["dae1"]}}}"#
    ),
    (
      #"{"id": "nzo81", "name": "X", "type": "NEW", "status": "ACTIVE"}, {"id": "nzo82", "name": "X", "type": "NEW", "status": "ACTIVE"}"#,
      #"{"network": {"connection": "ZONE", "include": ["nzo81"]}}"#
    ),
    (
      #"{"id": "nzo81", "name": "X", "type": "IP", "status": "ACTIVE", "gateways": [{"type": "CIDR", "value": "11.0.0.0/8"}]}, {"id": "nzo82", "name": "X", "type": "IP", "status": "ACTIVE", "gateways": [{"type": "CIDR", "value": "12.0.0.0/8"}]}"#,
      #"{"network": {"connection": "ZONE", "include": ["nzo81"]}}"#
    ),
    (
      #"{"id": "00g81", "type": "OKTA_GROUP", "profile": {"name": "X"}}, {"id": "00g82", "type": "APP_GROUP", "profile": {"name": "X"}}"#,
      #"{"people": {"groups": {"include": ["00g81"]}}}"#
    ),
  ]

  @Test("A rule that is moved from one to the other is another rule", arguments: kinds)
  func moved(objects: String, conditions: String) throws {
    let moved = conditions.replacing("bhv1", with: "bhv2").replacing("dae1", with: "dae2")
      .replacing("nzo81", with: "nzo82").replacing("00g81", with: "00g82")
    #expect(moved != conditions)
    #expect(try Self.line(objects, conditions) != Self.line(objects, moved))
  }

  @Test("A behavior with a name of its own keeps it")
  func single() throws {
    let line = try Self.line(
      #"{"id": "bhv1", "name": "X"}, {"id": "bhv2", "name": "Y"}"#,
      #"{"risk": {"behaviors": ["bhv1"]}}"#)
    #expect(line.contains(#"when behavior "X" deny"#), "\(line)")
  }

  // MARK: Equal values

  private static func assurance(_ members: JSON) throws -> String {
    let text = String(decoding: members.bytes(), as: UTF8.self)
    return try line(text, #"{"device": {"assurance": {"include": ["dae1"]}}}"#)
  }

  private static let full: JSON = [
    "id": "dae1", "name": "Macs", "platform": "WINDOWS",
    "diskEncryptionType": ["include": ["FULL", "USER"]],
    "osVersionConstraints": [
      ["majorVersionConstraint": "WINDOWS_11", "minimum": "10.0.22000.1"],
      ["majorVersionConstraint": "WINDOWS_10", "dynamicVersionRequirement": ["type": "MINIMUM"]],
    ],
    "thirdPartySignalProviders": [
      "dtc": ["osFirewall": true, "browserVersion": ["minimum": "121"], "list": ["b", "a"]]
    ],
    "devicePostureChecks": [
      "include": [
        ["variableName": "a", "value": "true"], ["variableName": "b", "value": "false"],
      ]
    ],
    "gracePeriod": ["type": "BY_DURATION", "expiry": "P30D"],
  ]

  /// The value with its members and elements in another order, and with more empty members.
  private static func shuffled(_ value: JSON, _ random: inout SeededGenerator) -> JSON {
    switch value {
    case .array(let elements):
      var all: [JSON] = []
      for element in elements { all.append(shuffled(element, &random)) }
      return .array(all.shuffled(using: &random))
    case .object(let object):
      var all: [JSONObject.Member] = []
      for member in object.members {
        all.append(.init(member.name, shuffled(member.value, &random)))
      }
      if Bool.random(using: &random) { all.append(.init("none", .null)) }
      if Bool.random(using: &random) { all.append(.init("nothing", [])) }
      return .object(JSONObject(members: all.shuffled(using: &random)))
    default: return value
    }
  }

  @Test("The order and the empty members of a device assurance policy make no difference")
  func order() throws {
    // The settings may have another order, and so may the words of a setting.
    func words(_ value: JSON) throws -> [Substring] {
      try Self.assurance(value).replacing(",", with: "").split(separator: " ").sorted()
    }
    let plain = try words(Self.full)
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(seed))
      let other = Self.shuffled(Self.full, &random)
      #expect(try words(other) == plain, "\(other)")
    }
  }

  @Test("A member at any depth of an object that a rule names is never lost", arguments: 0..<60)
  func unknownMember(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let objects: [(json: JSON, conditions: String)] = [
      (Self.full, #"{"device": {"assurance": {"include": ["dae1"]}}}"#),
      (
        [
          "id": "bhv1", "name": "B", "type": "VELOCITY", "status": "ACTIVE",
          "settings": ["velocityKph": 805],
        ], #"{"risk": {"behaviors": ["bhv1"]}}"#
      ),
      (
        [
          "id": "nzo81", "name": "Z", "type": "IP", "status": "ACTIVE", "usage": "POLICY",
          "gateways": [["type": "CIDR", "value": "11.0.0.0/8"]],
        ], #"{"network": {"connection": "ZONE", "include": ["nzo81"]}}"#
      ),
      (
        [
          "id": "nzo81", "name": "Z", "type": "DYNAMIC_V2", "status": "ACTIVE", "usage": "POLICY",
          "locations": ["include": [["country": "US", "region": .null]], "exclude": []],
          "asns": ["include": ["7"], "exclude": []],
        ], #"{"network": {"connection": "ZONE", "include": ["nzo81"]}}"#
      ),
      (
        [
          "id": "rstP", "type": "PASSWORD", "name": "P", "priority": 1, "status": "ACTIVE",
          "conditions": [
            "people": ["groups": ["include": ["00g1"]]], "authProvider": ["provider": "OKTA"],
          ],
          "settings": [
            "password": [
              "complexity": ["minLength": 8, "dictionary": ["common": ["exclude": true]]],
              "age": ["maxAgeDays": 90], "lockout": ["maxAttempts": 5],
            ],
            "recovery": ["factors": ["okta_email": ["status": "ACTIVE"]]],
            "delegation": ["options": ["skipUnlock": false]],
          ],
          "rules": [
            [
              "id": "rulP", "name": "R", "priority": 1, "status": "ACTIVE",
              "conditions": [
                "people": ["users": ["exclude": []]], "network": ["connection": "ANYWHERE"],
              ],
              "actions": [
                "passwordChange": ["access": "ALLOW"],
                "selfServicePasswordReset": [
                  "access": "ALLOW",
                  "requirement": [
                    "primary": ["methods": ["email"]], "stepUp": ["required": false],
                  ],
                ],
                "selfServiceUnlock": ["access": "DENY"],
              ],
            ]
          ],
        ], "null"
      ),
    ]
    for (json, conditions) in objects {
      let text = String(decoding: json.bytes(), as: UTF8.self)
      let more = Self.planted(json, &random)
      let other = String(decoding: more.bytes(), as: UTF8.self)
      #expect(try Self.line(text, conditions) != Self.line(other, conditions), "\(other)")
    }
  }

  /// The value with one more member in one of its objects.
  private static func planted(_ value: JSON, _ random: inout SeededGenerator) -> JSON {
    var count = 0
    func objects(_ value: JSON) -> Int {
      switch value {
      case .array(let elements): elements.reduce(0) { $0 + objects($1) }
      case .object(let object): object.members.reduce(1) { $0 + objects($1.value) }
      default: 0
      }
    }
    let place = Int.random(in: 0..<objects(value), using: &random)
    func plant(_ value: JSON) -> JSON {
      switch value {
      case .array(let elements): return .array(elements.map(plant))
      case .object(let object):
        let isHere = count == place
        count += 1
        var all = object.members.map { JSONObject.Member($0.name, plant($0.value)) }
        if isHere { all.append(.init("futureSetting", "x")) }
        return .object(JSONObject(members: all))
      default: return value
      }
    }
    return plant(value)
  }
}
