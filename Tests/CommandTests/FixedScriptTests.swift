import FlowDiagnostics
import CommandSupport
import FlowTerminal
import TestSupport
import FlowCLI
import FlowSyntax
import Testing

extension FixedScript {
  /// A script with a short name.
  struct Named: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
  }

  static let all =
    identityEngine + later + [sessions, apps] + [
      Named(testDescription: "an org and a claim", text: org + claim)
    ]
  static let identityEngine = [
    Named(testDescription: "two lines", text: twoLines),
    Named(testDescription: "a profile and three flows", text: flows),
  ]
  static let later = [
    Named(testDescription: "used", text: "on identify when used password submit")
  ]
  static let sessions = Named(testDescription: "nextauth", text: nextAuth)
  static let apps = Named(testDescription: "mobile-idp", text: mobile)
}

@Suite("The scripts that shaped the language")
struct FixedScriptTests {
  @Test("Each parses", arguments: FixedScript.all)
  func parses(script: FixedScript.Named) {
    #expect(Script.parse(SourceFile(name: "fixed.flow", text: script.text)).diagnostics.isEmpty)
  }

  @Test(
    "The scripts of the Identity Engine pass the check",
    arguments: FixedScript.identityEngine)
  func checks(script: FixedScript.Named) async throws {
    let folder = try TemporaryFolder()
    let check = await Shell()("check", "--strict", try folder.write("fixed.flow", script.text))
    #expect(check.status == .success, "\(check.all)")
  }

  @Test("A form that can't run yet is reported", arguments: FixedScript.later)
  func laterForms(script: FixedScript.Named) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("run", try folder.write("later.flow", script.text))
    #expect(run.status == .wrongScript)
    #expect(run.errors.contains("error[not-yet]"), "\(run.all)")
    #expect(run.errors.contains("is valid, but can't run yet"))
  }

  @Test("The nextAuth script passes the check, and logs in at the built-in org")
  func sessions() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("fixed.flow", FixedScript.nextAuth)
    let check = await Shell()("check", "--strict", path)
    #expect(check.status == .success, "\(check.all)")
    let run = await Shell(environment: ["PIN": "4711"])("run", path)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("pass expect history is"))
  }

  @Test("The script of two apps passes the check, and hands over a code if Jane is logged in")
  func apps() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("fixed.flow", FixedScript.mobile)
    let check = await Shell()("check", "--strict", path)
    #expect(check.status == .success, "\(check.all)")
    let org = try folder.write(
      "suite.flow",
      """
      org suite for mobile-idp {
        app "Authenticator" { role provider; scheme "auth"; consumer-key "IDP"; scopes web }
        app "Sample App" { scheme "app"; consumer-key "SP"; provider "Authenticator" }
        connected-app "IDP"
        connected-app "SP"
        user "jane@example.com" { logged-in "Authenticator" }
      }
      """)
    let run = await Shell()("run", path, "--org", org)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("Two lines and a user's input are a sign-in")
  func interactive() async throws {
    let folder = try TemporaryFolder()
    let person = Person([
      "Username": "jane@example.com", "Password": "Correct-Horse-1", "code": .code,
    ])
    let run = await Shell(person: person)(
      "run", "-i", try folder.write("two.flow", FixedScript.twoLines))
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("success, 4 steps"))
    #expect(person.asked.map(\.isSecret) == [false, false, true])
  }

  @Test("Two lines and a profile from a file are a sign-in")
  func withProfile() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("two.flow", FixedScript.twoLines)
    let profile = try folder.write("jane.flow", FixedScript.profile)
    let person = Person(["code": .code])
    let run = await Shell(person: person)("run", "--use", profile, script)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.asked.count == 1)
  }

  @Test("The flows about a second factor, a registration and a wrong password run as intended")
  func flows() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("flows.flow", FixedScript.flows)
    let person = Person()
    let run = await Shell(person: person)("run", script)
    #expect(run.status == .success, "\(run.all)")
    #expect(person.asked.isEmpty)
    #expect(run.output.contains("\n  select-authenticator-enroll         choose email "))
    #expect(run.output.contains("\n  skip "))
    #expect(run.output.contains("pass expect path identify, challenge password"))
    #expect(run.output.contains("pass expect failure message contains \"Password is incorrect\""))
  }

  @Test("The registration flow also runs as intended on the page's own org")
  func register() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("flows.flow", FixedScript.flows)
    let org = try folder.write("acme.flow", FixedScript.org)
    let run = await Shell(person: Person(["NEW_PASSWORD": "Quite-New-4"]))(
      "run", script, "--only", "register*", "--org", org)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("choose email "))
    #expect(run.output.contains("\n  skip "))
  }

  @Test("The whole org can be simulated; exceptions are reported with their locations")
  func org() async throws {
    let folder = try TemporaryFolder()
    let check = await Shell()("check", try folder.write("acme.flow", FixedScript.org))
    #expect(check.status == .success, "\(check.all)")
    let later = FixedScript.org.replacing(", webauthn", with: ", custom-push")
    let other = await Shell()("check", try folder.write("later.flow", later))
    #expect(other.status == .wrongScript)
    #expect(
      other.output.contains(
        "error[not-yet]: the authenticator `custom-push` is valid, but can't run yet"),
      "\(other.all)")
  }
}
