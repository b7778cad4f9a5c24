import CommandSupport
import FlowCrypto
import FlowEngine
import FlowInterpreter
import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

@testable import FlowServer

/// The inbox of a served org, as programs read it: through Mailpit's API and the org's own.
@Suite("The inbox of a served org", .realTime, .enabled(if: RSA.isAvailable))
struct ServedMailTests {
  /// A sign-in that has requested a code, and the code.
  private func asked(_ org: ServedTestOrg, _ label: String = "Email") throws -> String {
    var signIn = try SocketSignIn(org)
    try signIn.identify()
    try signIn.passcode("Correct-Horse-1")
    try signIn.choose(label)
    // A phone is asked again, by method.
    if let form = signIn.page.form("authenticator-verification-data") {
      let fields = form["value"]?.array?.first { $0["name"] == "authenticator" }?["form"]?["value"]
      var chosen: JSONObject = [:]
      for field in fields?.array ?? [] where field["value"] != nil {
        chosen[field["name"]?.string ?? ""] = field["value"]
      }
      chosen["methodType"] = "sms"
      try signIn.post("challenge", ["authenticator": .object(chosen)])
    }
    return try signIn.code()
  }

  private func ids(_ org: ServedTestOrg, _ target: String = "/api/v1/messages") throws -> [String] {
    try org.get(target).json["messages"]?.array?.compactMap { $0["ID"]?.string } ?? []
  }

  @Test("A mail has the members of Mailpit's API, and its code in every text")
  func members() throws {
    let org = try ServedTestOrg()
    let code = try asked(org)
    let list = try org.get("/api/v1/messages").json
    #expect(list["total"] == 1 && list["unread"] == 1 && list["messages_count"] == 1)
    #expect(list["count"] == 1 && list["messages_unread"] == 1 && list["start"] == 0)
    let summary = try #require(list["messages"]?.array?.first)
    let id = try #require(summary["ID"]?.string)
    #expect(id.utf8.count == 22)
    #expect(summary["To"] == [["Name": "", "Address": "jane@example.com"]])
    #expect(summary["From"]?["Name"] == "demo")
    #expect(summary["From"]?["Address"]?.string?.contains("@") == true)
    #expect(summary["Read"] == false && summary["Attachments"] == 0)
    #expect(summary["Created"]?.string?.hasPrefix("2027-01-15T08:00:00") == true)
    #expect(summary["Snippet"]?.string?.contains(code) == true)
    for name in ["Cc", "Bcc", "ReplyTo", "Tags"] { #expect(summary[name] == []) }
    let mail = try org.get("/api/v1/message/\(id)").json
    #expect(mail["ID"]?.string == id && mail["Read"] == true)
    #expect(mail["Subject"] == summary["Subject"] && mail["Date"] == summary["Created"])
    for name in ["Text", "HTML"] { #expect(mail[name]?.string?.contains(code) == true) }
    #expect(try org.get("/api/v1/message/latest").json["ID"]?.string == id)
    #expect(try org.get("/api/v1/messages").json["unread"] == 0)
    for id in ["x", "", "\(id)0", "..", "%FF"] {
      #expect(try org.get("/api/v1/message/\(id)").status == 404, "\(id)")
    }
  }

  @Test("A search finds mails by their parts, and reports what it can't do")
  func searches() throws {
    let org = try ServedTestOrg()
    let code = try asked(org)
    let all = try ids(org)
    func found(_ query: String) throws -> [String] { try ids(org, "/api/v1/search?query=\(query)") }
    for query in [
      code, "to:jane", "to:JANE%40example.com", "from:demo", "addressed:jane", "subject:code",
      "%22verification+code%22", "subject:%22verification+code%22", "-to:sam", "!sam", "is:unread",
      "to:jane+code", "a:b+-to:sam".replacing("a:b+", with: ""), "message-id:\(all[0])",
    ] {
      #expect(try found(query) == all, "\(query)")
    }
    for query in ["to:sam", "-to:jane", "nonsense", "is:read", "from:jane", "to:jane+nonsense"] {
      #expect(try found(query).isEmpty, "\(query)")
    }
    for query in ["", "+", "before:2020", "tag:x", "has:attachment", "is:tagged"] {
      #expect(try org.get("/api/v1/search?query=\(query)").status == 400, "\(query)")
    }
    #expect(try org.get("/api/v1/search").status == 400)
  }

  @Test("Lists are paged, the latest first, and mails are deleted one by one or all at once")
  func deletes() throws {
    let org = try ServedTestOrg()
    for _ in 0..<3 { _ = try asked(org) }
    let all = try ids(org)
    #expect(all.count == 3 && Set(all).count == 3 && all == all.sorted(by: >))
    #expect(try ids(org, "/api/v1/messages?limit=2") == Array(all.prefix(2)))
    #expect(try ids(org, "/api/v1/messages?start=1&limit=1") == [all[1]])
    #expect(try ids(org, "/api/v1/messages?start=9").isEmpty)
    #expect(try ids(org, "/api/v1/messages?_=1").count == 3)
    func delete(_ body: JSON?) throws -> RawAnswer {
      guard let body else { return try org.send("DELETE", "/api/v1/messages") }
      return try org.send(
        "DELETE", "/api/v1/messages", ["Content-Type: application/json"],
        body: String(decoding: body.bytes(), as: UTF8.self))
    }
    let answer = try delete(["IDs": [.string(all[1]), "unknown", "f-1"]])
    #expect(answer.status == 200 && answer.text == "ok")
    #expect(try ids(org) == [all[0], all[2]])
    #expect(try delete(["IDs": "x"]).status == 400)
    #expect(try delete(["IDs": []]).status == 200)
    #expect(try ids(org).isEmpty)
    #expect(try org.get("/").text.contains("Nothing was sent yet"))
    let code = try asked(org)
    #expect(try org.get("/api/v1/messages").text.contains(code))
    #expect(try delete(nil).status == 200)
    #expect(try ids(org).isEmpty)
    // The org's own state is complete.
    _ = try org.json("/flow/api/reset", [:])
    _ = try asked(org)
    let fresh = try ids(org)
    #expect(fresh.count == 1 && !all.contains(fresh[0]))
  }

  @Test("Text messages and calls have their own address, and aren't among the mails")
  func texts() throws {
    let org = try ServedTestOrg(DrivingStoryTests.pushing)
    let code = try asked(org, "Phone")
    #expect(try ids(org).isEmpty)
    let messages = try org.get("/flow/api/messages?channel=sms").json["messages"]?.array ?? []
    #expect(messages.count == 1 && messages.first?["code"]?.string == code)
    #expect(messages.first?["to"] == "+15551230190" && messages.first?["link"] == .null)
    #expect(try org.get("/flow/api/messages?channel=email").json["messages"] == [])
    #expect(try org.send("DELETE", "/api/v1/messages").status == 200)
    #expect(try org.get("/flow/api/messages").json["messages"]?.array?.count == 1)
    #expect(try org.send("DELETE", "/flow/api/messages").json["messages"] == [])
    #expect(try org.get("/flow/api/messages").json["messages"] == [])
  }

  @Test("The link of a mail is opened in the browser that waits for it")
  func link() throws {
    let org = try ServedTestOrg()
    var signIn = try SocketSignIn(org)
    try signIn.identify()
    try signIn.passcode("Correct-Horse-1")
    try signIn.choose("Email")
    #expect(try org.json("/flow/api/messages/latest/open", ["answer": "approve"]).status == 200)
    try signIn.post("challenge/poll", [:])
    #expect(!signIn.interactionCode.isEmpty, "\(signIn.last.text)")
    #expect(try org.json("/flow/api/messages/latest/open", [:]).status == 409)
    #expect(try org.json("/flow/api/messages/unknown/open", [:]).status == 404)
  }

  @Test("`flow run --inbox` takes its code from the org that it signs in at")
  func inbox() async throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try ServedTestOrg(clock: clock)
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "sign-in.flow",
      """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      answer code = inbox email
      expect success
      """)
    for _ in 0..<2 {
      let run = await Shell(
        transport: PatientTransport(), environment: ["JANE_PASSWORD": "Correct-Horse-1"],
        clock: clock)([
          "run", script, "--issuer", org.service.issuer.description, "--client-id", "0oaapp",
          "--redirect-uri", "com.example:/callback", "--inbox", "http://localhost:\(org.port)",
          "--timeout", "60m", "--env", "JANE_PASSWORD",
        ])
      #expect(run.status == .success, "\(run.all)")
    }
  }
}
