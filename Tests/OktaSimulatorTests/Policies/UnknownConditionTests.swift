import FlowEngine
import FlowHTTP
import FlowText
import SimulatorKit
import TestSupport
import Testing

@testable import OktaSimulator

@Suite("Conditions that can't be evaluated")
struct UnknownConditionTests {
  @Test(
    "An unknown condition is true only if the client says so",
    arguments: [
      ("unknown \"a\"", nil, false), ("unknown \"a\"", "a", true), ("unknown \"a\"", "b", false),
      ("not unknown \"a\"", nil, true), ("not unknown \"a\"", "a", false),
      ("unknown \"a\", \"b\"", "b", true), ("not unknown \"a\", \"b\"", "b", false),
      ("unknown \"a\" and unknown \"b\"", "a", false),
      ("unknown \"a\" and unknown \"b\"", "a; b", true),
      ("unknown \"a\" and unknown \"b\"", "b;a", true),
      ("unknown \"a\" and not unknown \"b\"", "a", true),
      ("group staff and unknown \"a\"", "a", true),
      ("group contractors and unknown \"a\"", "a", false),
    ] as [(String, String?, Bool)])
  func holds(condition: String, header: String?, fits: Bool) async throws {
    let world = try PolicyWorld(
      PolicyWorld.people + """
        sign-on "it" { when \(condition); require password }
        sign-on "facts" { when unknown "a", "b"; require any 1 }
        sign-on { require any 1 }
        """)
    var headers: HTTPHeaders = [:]
    if let header { headers = ["X-Flow-Unknown": header] }
    try await world.enter("jane@example.com", headers)
    #expect((world.rule == "it") == fits)
  }

  @Test("The same reason is the same fact in every policy")
  func sameFact() throws {
    let org = try org(
      """
      sign-on "a" { when unknown "x"; require any 1 }
      sign-on "b" { when not unknown "x", "y"; require any 1 }
      sign-on { require any 1 }
      session-policy { when unknown "y"; require password }
      enrollment { when unknown "z"; required password }
      passwords { when unknown "x" and group staff; min-length 9 }
      recovery { when not unknown "z"; password by email }
      """)
    #expect(org.policy.unknowns.map(\.name) == ["x", "y", "z"])
    #expect(org.policy.words(of: org.policy.rules[1].conditions[0]) == "not unknown \"x\", \"y\"")
  }

  @Test(
    "A reason fits into a header field",
    arguments: [
      "\"\"", "\"a; b\"", "\" a\"", "\"a\u{7F}b\"", "\"\(String(repeating: "x", count: 201))\"",
    ])
  func reasons(reason: String) {
    #expect(problems("sign-on { when unknown \(reason); require any 1 }").count == 1)
  }

  @Test("An org has a bit for each fact")
  func most() {
    func rules(_ count: Int) -> String {
      (0..<count).map { "sign-on \"\($0)\" { when unknown \"\($0)\"; require any 1 }" }
        .joined(separator: "\n")
    }
    #expect(problems(rules(64)) == [])
    #expect(
      problems(rules(65)) == [
        "an org has at most 64 different unknown conditions, behaviors and checks"
      ])
  }

  @Test("A header that names no fact of the org is refused, unless the org has no facts")
  func refused() throws {
    let org = try org("sign-on { when unknown \"x\"; require any 1 }")
    func headers(_ value: String) throws(HTTPRefusal) -> ContextHeaders {
      try ContextHeaders(["X-Flow-Unknown": value], org.policy)
    }
    #expect(try headers("x").context.unknowns.holding == 1)
    #expect(try headers("").context.unknowns.holding == 0)
    #expect(throws: HTTPRefusal.self) { try headers("y") }
    #expect(try ContextHeaders(["X-Flow-Unknown": "y"], OrgPolicy()).context == SignInContext())
  }

  @Test("The circumstances of future sign-ins say which facts are true")
  func circumstances() throws {
    let org = try org("sign-on { when unknown \"x\", \"y\"; require any 1 }")
    var circumstances = Circumstances()
    try circumstances.set(.unknown, to: "y; x", in: org)
    var headers: HTTPHeaders = [:]
    circumstances.complete(&headers)
    #expect(headers["X-Flow-Unknown"] == "y; x")
    #expect(Circumstances.choices(of: .unknown, in: org) == ["x", "y"])
    #expect(throws: PlainFailure.self) { try circumstances.set(.unknown, to: "z", in: org) }
    let other = try self.org("sign-on { require any 1 }")
    #expect(throws: PlainFailure.self) { try circumstances.set(.unknown, to: "x", in: other) }
  }

  @Test("Both answers to every evaluated fact are followed, and no others")
  func branches() throws {
    let org = try org(
      """
      sign-on "a" { when unknown "x"; require any 1 }
      sign-on "b" { when group staff and not unknown "y"; require any 1 }
      sign-on "c" { when unknown "x" and unknown "z"; require any 1 }
      sign-on { require any 1 }
      """)
    func rules(_ account: Account) -> [String: Int?] {
      var unknowns = UnknownBranches([org.policy])
      var branches = unknowns.branches {
        [org.policy.unknownFactsRead(for: account, in: SignInContext().with($0[0]))]
      }
      let found = branches.map {
        org.policy.decidingRules(for: account, in: SignInContext().with(unknowns.answers($0)))[0]
      }
      unknowns.simplify(&branches) { found[$0] == found[$1] }
      var all: [String: Int?] = [:]
      for (branch, rule) in zip(branches, found) {
        let answers = org.assumptions(unknowns.answers(branch))
        all[answers.map { ($0.holds ? "" : "!") + $0.reason }.joined(separator: " ")] = rule
      }
      return all
    }
    // If `x` is false, `c` can't apply, whatever `z` is.
    #expect(rules(.stranger("")) == ["x": 0, "!x": 3])
    var staff = Account.stranger("")
    staff.groups = ["staff"]
    #expect(rules(staff) == ["x": 0, "!x !y": 1, "!x y": 3])
  }

  @Test("Too many branches make the result incomplete")
  func tooMany() throws {
    func rules(_ setting: String, _ body: String) -> String {
      (0..<20).map { "\(setting) \"\($0)\" { when unknown \"\(setting) \($0)\"; \(body) }" }
        .joined(separator: "\n")
    }
    let org = try org(
      rules("sign-on", "require any 1") + "\n" + rules("session-policy", "require password"))
    var unknowns = UnknownBranches([org.policy])
    let branches = unknowns.branches {
      [org.policy.unknownFactsRead(for: .stranger(""), in: SignInContext().with($0[0]))]
    }
    #expect(branches.count == 256)
    #expect(!unknowns.isComplete)
  }

  // MARK: Orgs

  private func problems(_ settings: String) -> [String] {
    Org.build(name: "acme", settings: SettingText.parse(settings)).problems.map(\.message)
  }

  private func org(_ settings: String) throws -> Org {
    try OrgClient.org("authenticators password, email\n" + settings)
  }
}
