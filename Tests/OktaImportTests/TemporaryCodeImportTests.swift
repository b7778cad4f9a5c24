import FlowHTTP
import Testing

@testable import OktaImport

/// Exports with the authenticator `tac`, whose codes administrators give to users.
@Suite("Temporary access codes of an export")
struct TemporaryCodeImportTests {
  private static let code = """
    {"type": "tac", "id": "aut-tac", "key": "tac", "status": "ACTIVE",
     "name": "Temporary Access Code",
     "provider": {"type": "tac", "configuration": {
       "minTtl": 10, "maxTtl": 14400, "defaultTtl": 120, "length": 16,
       "complexity": {"numbers": true, "letters": true, "specialCharacters": true},
       "multiUseAllowed": true}}}
    """

  private static func org(
    _ code: String = code, enrollment: String? = nil
  ) throws -> Importing.Outcome {
    let policy = enrollment.map { terms in
      Importing.policy(
        "MFA_ENROLL", settings: #"{"type": "AUTHENTICATORS", "authenticators": [\#(terms)]}"#,
        rules: [Importing.rule(#"{"enroll": {"self": "CHALLENGE"}}"#)])
    }
    let parts = [Importing.people, code] + [policy].compactMap(\.self)
    let made = try #require(try Importing.org("[\(parts.joined(separator: ", "))]"))
    #expect(made.faults == [])
    return made
  }

  @Test("The settings of codes are imported, and those that decide nothing are details")
  func settings() throws {
    let made = try Self.org()
    #expect(made.line.contains("security-question, tac"), "\(made.line)")
    #expect(
      made.line.contains("temporary-access-code { lifetime 2h multi-use on }"), "\(made.line)")
    for detail in ["maxTtl: 14400", "length: 16", "specialCharacters"] {
      #expect(made.line.split(separator: "detail \"").dropFirst().contains { $0.contains(detail) })
    }
  }

  @Test(
    "A member that isn't known is a gap with its value",
    arguments: [
      (#""defaultTtl": 120"#, #""defaultTtl": 120, "maxUses": 3"#, "maxUses"),
      (#""provider": {"#, #""provider": {"scope": "ALL", "#, "scope"),
      (#""provider": {"type": "tac""#, #""provider": {"type": "tac2""#, "tac2"),
    ])
  func unknown(old: String, new: String, name: String) throws {
    #expect(!(try Self.org().line.contains("gap \"")))
    let made = try Self.org(Self.code.replacing(old, with: new))
    #expect(
      made.line.split(separator: "gap \"").dropFirst().contains { $0.contains(name) },
      "\(made.line)")
  }

  @Test("Codes are for one use if the export says so or says nothing")
  func singleUse() throws {
    for code in [
      Self.code.replacing("\"multiUseAllowed\": true", with: "\"multiUseAllowed\": false"),
      #"{"type": "tac", "id": "aut-tac", "key": "tac", "status": "ACTIVE"}"#,
    ] {
      let made = try Self.org(code)
      #expect(made.line.contains("security-question, tac"))
      #expect(!made.line.contains("multi-use"))
    }
  }

  @Test(
    "A policy only forbids the use of codes",
    arguments: [
      (#"{"key": "tac", "enroll": {"self": "NOT_ALLOWED"}}"#, true),
      (#"{"key": "tac", "enroll": {"self": "OPTIONAL"}}"#, false),
      (#"{"key": "tac", "enroll": {"self": "REQUIRED"}}"#, false),
      (#"{"key": "phone_number", "enroll": {"self": "OPTIONAL"}}"#, false),
    ])
  func policy(terms: String, isForbidden: Bool) throws {
    let made = try Self.org(enrollment: terms)
    let rule =
      made.line.split(separator: "enrollment \"").dropFirst().first?.prefix { $0 != "}" } ?? ""
    let disabled = rule.split(separator: "disabled ").dropFirst().first ?? ""
    #expect(disabled.contains("tac") == isForbidden, "\(rule)")
    let others = rule.split(separator: "disabled ").first ?? ""
    #expect(!others.contains("tac"), "\(rule)")
  }

  @Test("An inactive authenticator isn't in the org")
  func inactive() throws {
    let made = try Self.org(Self.code.replacing("\"ACTIVE\"", with: "\"INACTIVE\""))
    #expect(!made.line.contains("tac"), "\(made.line)")
  }
}
