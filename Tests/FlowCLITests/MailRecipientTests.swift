import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

/// The recipients whose mail a run accepts at a real issuer: whole runs over sockets of this
/// machine.
@Suite(.realTime) struct MailRecipientTests {
  private func run(_ world: MailWorld, as login: String, within time: String = "60m") async throws
    -> Shell.Outcome
  {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      """
      on identify        answer identifier = "\(login)"
      on challenge email answer code = inbox email
      """)
    return await Shell(transport: PatientTransport())(
      ["run", script, "--timeout", time] + world.options)
  }

  /// Mails for users other than Jane, each with its own code.
  private static let others: [MailWorld.Mail] = [
    .init("666601", to: "bob@example.com"), .init("666602", to: "notjane@example.com"),
    .init("666603", to: "jane@example.com.evil"),
    .init("666604", to: "jane@example.com, bob@evil.example"),
    .init("666605", to: "\"jane@example.com\" <bob@evil.example>"),
    .init("666606", to: "jane@example.com@evil.example"),
    .init(
      "666607",
      to: [
        "To": [["Name": "jane@example.com", "Address": "bob@evil.example"]], "Bcc": nil,
      ]),
    .init(
      "666608",
      to: [
        "To": [["Name": "", "Address": "jane@example.com"]],
        "Cc": [["Name": "", "Address": "bob@evil.example"]],
      ]),
    .init(
      "666609",
      to: [
        "To": [["Name": "", "Address": "bob@evil.example"]],
        "Bcc": [["Name": "", "Address": "jane@example.com"]],
      ]),
    .init("666610", to: ["To": nil, "Cc": [], "Bcc": []]),
    .init("666611", to: "jake@example.com"),
  ]

  private static func page(of user: JSON) -> JSONObject {
    var page = MailWorld.email(nil)
    page["user"] = ["type": "object", "value": user]
    return page
  }

  /// The code page's information about the address, and the typed address.
  static let pages: [(JSONObject, String)] = [
    (MailWorld.email("j***e@example.com"), "jane@example.com"),
    (MailWorld.email("jane@example.com"), "jane"), (MailWorld.email("j***e@example.com"), "jd"),
    (MailWorld.email(nil), "Jane@Example.com"), (MailWorld.email("*****"), "jane@example.com"),
    (page(of: ["profile": ["email": "Jane@example.com", "firstName": "Jane"]]), "jane"),
    (page(of: ["identifier": "jane@example.com"]), "j"),
  ]

  @Test("Only the user's own mail counts, however many newer ones there are", arguments: pages)
  func own(page: JSONObject, login: String) async throws {
    // A mask fits another user's address, too, unless a full address is known.
    let others = login == "jd" ? Array(Self.others.dropLast()) : Self.others
    let world = try MailWorld(
      challenge: page, code: "111111",
      mails: [.init("111111", to: "jane@example.com")] + others)
    defer { world.stop() }
    let run = try await run(world, as: login)
    #expect(run.status == .success, "\(run.all)")
    #expect(world.codes == ["111111"])
  }

  @Test("If only other users' mails arrive, none is accepted")
  func none() async throws {
    let world = try MailWorld(
      challenge: MailWorld.email("j***e@example.com"), code: "111111", mails: Self.others)
    defer { world.stop() }
    let run = try await run(world, as: "jane@example.com", within: "20s")
    // On a busy machine the last look may be unanswered at the run's end.
    #expect(run.status == .failed, "\(run.all)")
    #expect(world.codes.isEmpty)
  }

  @Test("If the recipient is unknown, a mail ends the run, and none is accepted")
  func unknown() async throws {
    let world = try MailWorld(
      challenge: MailWorld.email("*****"), code: "111111",
      mails: [.init("111111", to: "jane@example.com")])
    defer { world.stop() }
    let run = try await run(world, as: "jane")
    #expect(run.errors.contains("error[inbox-failed]"), "\(run.all)")
    #expect(run.errors.contains("--allow-run"), "\(run.all)")
    #expect(world.codes.isEmpty)
  }

  @Test("A code of ten letters and digits is found if the field says so")
  func alphanumeric() async throws {
    let world = try MailWorld(
      challenge: MailWorld.email("j***e@example.com"),
      field: ["name": "passcode", "minLength": 10, "maxLength": 10, "format": "alphanumeric"],
      code: "K7QZ93XW4T",
      mails: [
        .init("K7QZ93XW4T, not 123456", to: "jane@example.com"),
        .init("A1B2C3D4E5", to: "bob@example.com"),
      ])
    defer { world.stop() }
    let run = try await run(world, as: "jane@example.com")
    #expect(run.status == .success, "\(run.all)")
    #expect(world.codes == ["K7QZ93XW4T"])
    #expect(!run.all.contains("K7QZ93XW4T"))
  }
}
