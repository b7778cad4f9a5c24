import FlowHTTP
import TestSupport

/// A random org, which `apiAnswers` writes as answers of the management API and `file` as a plan or
/// a state of Terraform.
///
/// The two writers share only this description, and nothing with the importer.
struct TerraformPair {
  struct Conditions {
    var groups: (included: [Int], excluded: [Int]) = ([], [])
    var users: (included: [Int], excluded: [Int]) = ([], [])
    var zones: (included: [Int], excluded: [Int]) = ([], [])
    var isManaged = false
    var platforms: [(type: String, system: String)] = []
    var risk: String?
    var expression: String?
  }

  struct Rule {
    var name: String
    var priority: Int
    var conditions = Conditions()
    var isActive = true
    /// The action, each kind of policy with its own.
    var action: JSON = .null
  }

  struct Policy {
    var name: String
    var groups: [Int] = []
    var rules: [Rule]
    var terms: [(key: String, need: String)] = []
  }

  struct Zone {
    var name: String
    var ranges: [String]
    var isBlocked: Bool
    var isActive: Bool
  }

  var zones: [Zone] = []
  /// The members of the groups, by the numbers of the users.
  var groups: [[Int]] = []
  /// The attributes `department` of the users.
  var users: [String] = []
  var allowedFor: [String: String] = [:]
  var sessions: [Policy] = []
  var access: [Policy] = []
  var enrollments: [Policy] = []
  var passwords = Policy(name: "Passwords", rules: [])
  var minLength = 8
  var signUp = "DENY"
  private var random: SeededGenerator

  static let keys = [
    ("okta_password", "password"), ("okta_email", "email"), ("phone_number", "phone"),
    ("okta_verify", "app"), ("webauthn", "security_key"),
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    zones = (0..<2).map { index in
      Zone(
        name: "Zone \(index)",
        ranges: pick([["10.\(index).0.0/16"], ["192.0.2.1-192.0.2.9", "198.51.\(index).0/24"]]),
        isBlocked: index == 1 && coin(6), isActive: !coin(6))
    }
    users = (0..<3).map { _ in pick(["IT", "Sales"]) }
    groups = (0..<2).map { _ in (0..<3).filter { _ in coin() } }
    for key in ["okta_email", "phone_number"] {
      allowedFor[key] = pick(["any", "sso", "recovery"])
    }
    sessions = (0..<2).map { number in
      Policy(
        name: "Session \(number)", groups: number == 1 ? [-1] : [0],
        rules: rules("S\(number)", isLast: number == 1, ["people", "network", "risk"]) {
          $0.sessionAction()
        })
    }
    access = (0..<(coin() ? 1 : 2)).map { number in
      Policy(
        name: "App policy \(number)",
        rules: rules(
          "A\(number)", isLast: true,
          ["people", "network", "risk", "device", "platform", "expression"]
        ) { $0.accessAction() })
    }
    enrollments = (0..<2).map { number in
      Policy(
        name: "Enroll \(number)", groups: number == 1 ? [-1] : [1],
        rules: rules("E\(number)", isLast: number == 1, ["network"]) {
          ["self": .string($0.pick(["CHALLENGE", "NEVER"]))]
        },
        terms: Self.keys.map { ($0.0, pick(["REQUIRED", "OPTIONAL", "NOT_ALLOWED", "OPTIONAL"])) })
    }
    passwords.rules = rules("P", isLast: true, ["people", "network"]) { $0.recoveryAction() }
    minLength = Int.random(in: 6...20, using: &random)
    signUp = pick(["DENY", "REGISTER"])
  }

  // MARK: Random choices

  private mutating func coin(_ most: Int = 2) -> Bool {
    Int.random(in: 0..<most, using: &random) == 0
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// Makes rules; if the policy is the last one, its last rule has no conditions.
  private mutating func rules(
    _ name: String, isLast: Bool, _ kinds: [String], _ action: (inout TerraformPair) -> JSON
  ) -> [Rule] {
    let count = Int.random(in: 2...4, using: &random)
    return (0..<count).map { number in
      let isOpen = isLast && number == count - 1
      return Rule(
        name: "\(name) rule \(number)", priority: number + 1,
        conditions: isOpen ? Conditions() : conditions(kinds), isActive: isOpen || !coin(8),
        action: action(&self))
    }
  }

  private mutating func conditions(_ kinds: [String]) -> Conditions {
    var conditions = Conditions()
    for kind in kinds where coin(3) {
      switch kind {
      case "people":
        switch Int.random(in: 0..<4, using: &random) {
        case 0: conditions.groups.included = pick([[0], [1], [0, 1]])
        case 1: conditions.groups.excluded = pick([[0], [1]])
        case 2: (conditions.groups.included, conditions.users.included) = ([0], [pick([0, 1, 2])])
        default: conditions.users.excluded = [pick([0, 1, 2])]
        }
      case "network":
        let zones = pick([[0], [1], [0, 1]])
        if coin() { conditions.zones.included = zones } else { conditions.zones.excluded = zones }
      case "risk": conditions.risk = pick(["LOW", "MEDIUM", "HIGH"])
      case "device": conditions.isManaged = true
      case "platform":
        conditions.platforms = pick([
          [("MOBILE", "IOS")], [("DESKTOP", "MACOS"), ("DESKTOP", "WINDOWS")], [("MOBILE", "ANY")],
        ])
      default:
        conditions.expression = pick([
          "user.profile.department == 'IT'", "security.risk.level == 'HIGH'",
          "user.profile.costCenter == user.profile.manager",
        ])
      }
    }
    return conditions
  }

  private mutating func sessionAction() -> JSON {
    guard !coin(6) else { return ["access": "DENY"] }
    return [
      "access": "ALLOW", "primary": .string(pick(["PASSWORD_IDP", "PASSWORD_IDP_ANY_FACTOR"])),
      "mfa": .bool(coin()), "prompt": .string(pick(["ALWAYS", "DEVICE", "SESSION"])),
      "idle": .integer(pick([30, 120])), "lifetime": .integer(pick([0, 60, 120])),
      "persistent": .bool(coin()),
    ]
  }

  private mutating func accessAction() -> JSON {
    guard !coin(5) else { return ["access": "DENY"] }
    if coin(4) {
      let step = pick(["okta_password:password", "phone_number:sms", "okta_verify:push"])
      let parts = step.split(separator: ":").map { JSON.string(String($0)) }
      return [
        "access": "ALLOW",
        "chains": [
          [
            "authenticationMethods": [["key": parts[0], "method": parts[1]]],
            "next": [["authenticationMethods": [["key": "okta_email", "method": "email"]]]],
          ]
        ],
        "time": .string(pick(["PT0S", "PT2H"])),
      ]
    }
    let constraints: [JSON] = [
      [], [["knowledge": ["types": ["password"], "required": true]]],
      [["possession": ["methods": ["sms"], "required": true]]],
      [
        ["knowledge": ["types": ["password"], "required": true]],
        ["possession": ["phishingResistant": "REQUIRED", "required": true]],
      ],
      [
        [
          "knowledge": ["types": ["password"], "required": true],
          "possession": ["deviceBound": "REQUIRED", "required": true],
        ]
      ],
      [
        [
          "possession": [
            "excludedAuthenticationMethods": [["key": "okta_email"]], "required": false,
          ]
        ]
      ],
    ]
    return [
      "access": "ALLOW", "mode": .string(pick(["1FA", "2FA"])), "constraints": pick(constraints),
      "time": .string(pick(["PT0S", "PT2H", "PT43800H"])),
    ]
  }

  private mutating func recoveryAction() -> JSON {
    [
      "reset": .string(pick(["ALLOW", "ALLOW", "DENY"])),
      "unlock": .string(pick(["ALLOW", "DENY"])), "control": pick(["LEGACY", "LEGACY"]),
      "methods": pick([["email"], ["sms"], ["email", "sms"]]), "stepUp": .bool(coin()),
    ]
  }
}
