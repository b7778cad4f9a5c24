import Testing

@testable import OktaImport

/// Users, members and assignments, of which Terraform has only a part.
@Suite("Users of Terraform")
struct TerraformPeopleTests {
  private typealias Change = TerraformPlanText.Change

  private static let policy = TerraformPlanText.same(
    "okta_app_signon_policy.p", #"{"id": "rst1", "name": "App"}"#)
  private static let app = TerraformPlanText.same(
    "okta_app_oauth.w", #"{"id": "0oa1", "label": "Wiki", "authentication_policy": "rst1"}"#)
  private static let user = TerraformPlanText.same(
    "okta_user.u", #"{"id": "00u1", "login": "jane@x.example", "status": "ACTIVE"}"#)
  private static let group = TerraformPlanText.same(
    "okta_group.g", #"{"id": "00g1", "name": "Staff"}"#)

  private static func members(_ users: String, tracksAll: Bool = true) -> Change {
    TerraformPlanText.same(
      "okta_group_memberships.m",
      #"{"group_id": "00g1", "users": [\#(users)], "track_all_users": \#(tracksAll)}"#)
  }

  private static func rule(_ values: String) -> Change {
    TerraformPlanText.same(
      "okta_app_signon_policy_rule.a",
      #"{"id": "rul1", "policy_id": "rst1", "name": "a", "priority": 1, "access": "DENY", "#
        + values + "}")
  }

  @Test("The users of the file don't replace the examples")
  func examples() throws {
    for users in [[], [Self.user]] {
      let org = try TerraformPlanText([Self.policy] + users).imported()
      for login in ["enrolled@example.com", "new@example.com"] {
        #expect(org.line.contains("user \"\(login)\""), "\(org.text)")
      }
      #expect(org.line.contains("user \"jane@x.example\"") == !users.isEmpty, "\(org.text)")
    }
  }

  @Test("A group has known members only if the file has all of them")
  func members() throws {
    let rule = Self.rule(#""groups_included": ["00g1"]"#)
    let base = [Self.policy, Self.user, Self.group, rule]
    let known = try TerraformPlanText(base + [Self.members(#""00u1""#)]).imported()
    #expect(known.line.contains(#"when group "Staff" deny"#), "\(known.text)")
    for members in [
      Self.members(#""00u1", "00u2""#), Self.members(#""00u1""#, tracksAll: false),
    ] {
      let open = try TerraformPlanText(base + [members]).imported()
      #expect(open.line.contains(#"unknown "group: members: okta_group.g" deny"#), "\(open.text)")
    }
  }

  @Test("A group rule for a group that a policy names is a gap with its expression")
  func groupRule() throws {
    func org(_ values: String, _ more: [Change]) throws -> String {
      let rule = TerraformPlanText.same(
        "okta_group_rule.r",
        #"{"group_assignments": ["00g1"], "expression_value": "user.title==\"x\""\#(values)}"#)
      return try TerraformPlanText([Self.policy, Self.group, rule] + more).imported().text
    }
    let named = Self.rule(#""groups_included": ["00g1"]"#)
    let gap = "okta_group_rule.r: the rule puts users into okta_group.g, if `user.title=="
    #expect(try org("", [named]).contains(gap))
    #expect(try !org("", []).contains(gap))
    #expect(try !org(#", "status": "INACTIVE""#, [named]).contains(gap))
    // An expression can name the group.
    let text = Self.rule(#""custom_expression": "user.isMemberOf({'group.id': '00g1'})""#)
    #expect(try org("", [text]).contains(gap))
  }

  @Test("A change of one of many gaps is another gap")
  func manyGaps() throws {
    func gaps(_ last: String) throws -> [Substring] {
      let rules = (0..<120).map { number in
        let text = number < 119 ? "true" : last
        return TerraformPlanText.same(
          "okta_group_rule.r\(number)",
          #"{"group_assignments": ["00g1"], "expression_value": "\#(text)"}"#)
      }
      let named = Self.rule(#""groups_included": ["00g1"]"#)
      let org = try TerraformPlanText([Self.policy, Self.group, named] + rules).imported()
      return org.text.split(separator: "\n").filter { $0.contains("more parts of the export") }
    }
    #expect(try gaps("false") == gaps("false"))
    #expect(try gaps("false") != gaps("true"))
  }

  @Test("All groups of an app are known by `okta_app_group_assignments`")
  func assigned() throws {
    let groups = TerraformPlanText.same(
      "okta_app_group_assignments.a", #"{"app_id": "0oa1", "group": [{"id": "00g1"}]}"#)
    let base = [Self.policy, Self.app, Self.user, Self.group]
    let known = try TerraformPlanText(base + [Self.members(#""00u1""#), groups]).imported()
    #expect(known.line.contains(#"assigned group "Staff""#), "\(known.text)")
    #expect(known.line.contains("other users may be assigned to the app"), "\(known.text)")
    let direct = TerraformPlanText.same(
      "okta_app_user.u", #"{"app_id": "0oa1", "user_id": "00u1"}"#)
    let both = try TerraformPlanText(base + [Self.members(""), groups, direct]).imported()
    #expect(
      both.line.contains(#"assigned group "Staff", user "jane@x.example""#), "\(both.text)")
  }

  @Test("If it isn't known who is assigned to an app, everyone is")
  func openAssignments() throws {
    func groups(_ id: String) -> Change {
      TerraformPlanText.same(
        "okta_app_group_assignments.a", #"{"app_id": "0oa1", "group": [{"id": "\#(id)"}]}"#)
    }
    let single = TerraformPlanText.same(
      "okta_app_group_assignment.a", #"{"app_id": "0oa1", "group_id": "00g1"}"#)
    let everyone = TerraformPlanText.same("okta_everyone_group.e", #"{"id": "00gall"}"#)
    let stranger = TerraformPlanText.same(
      "okta_app_user.u", #"{"app_id": "0oa1", "user_id": "00u9"}"#)
    let base = [Self.policy, Self.app, Self.user, Self.group]
    for more in [
      [groups("00g1")], [single], [Self.members(#""00u1""#), groups("00g1"), single],
      [everyone, groups("00gall")], [Self.members(#""00u1""#), groups("00g1"), stranger],
    ] {
      let org = try TerraformPlanText(base + more).imported()
      let isLimited = ["group", "user"].contains { org.line.contains("assigned \($0) ") }
      #expect(!isLimited, "\(org.text)")
    }
  }

  @Test("A user who isn't in the file is called a user")
  func unknownUser() throws {
    let org = try TerraformPlanText([Self.policy, Self.rule(#""users_excluded": ["00uceo"]"#)])
      .imported()
    #expect(org.line.contains(#"not unknown "user: 00uceo""#), "\(org.text)")
  }

  @Test("A new name of a group makes no difference")
  func rename() throws {
    let rename = Change(
      address: "okta_group.g", before: Self.group.before,
      after: #"{"id": "00g1", "name": "Employees"}"#)
    let plan = TerraformPlanText([
      Self.policy, rename, Self.rule(#""groups_included": ["00g1"]"#),
    ])
    #expect(try plan.imported(.prior).line == plan.imported().line)
  }
}
