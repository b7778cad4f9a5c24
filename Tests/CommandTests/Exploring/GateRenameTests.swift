import CommandSupport
import FlowHTTP
import FlowScript
import FlowTerminal
import Testing

/// What `flow gate` says about objects with another name.
@Suite("flow gate: renames") struct GateRenameTests {
  private static let org = """
    org acme {
      authenticators password, email, phone via sms
      zone "office" { ip "10.0.0.0/8" }
      user "ada@x.example" {
        password "Correct-Horse-1"; email "ada@x.example"; phone "+15551234567"; groups staff
      }
      user "gil@x.example" { email "gil@x.example"; groups guests }
      idp "Corp" { signs-in unknown "account at identity provider: Corp" }
      idp "Side" { signs-in unknown "account at identity provider: Side" }
      sign-on-policy "Main" {
        sign-on "staff" { when group staff and zone "office"; require password and phone }
        sign-on "rest" { require password and email }
      }
      app "Wiki" { sign-on-policy "Main" }
      app "Chat" { sign-on-policy "Main" }
    }

    """

  @Test(
    "Another name is a note, and no change",
    arguments: [
      ("\"name\":\"Corp\"", "\"name\":\"Mother\"", "idps", "identity provider `Corp`", "Mother"),
      ("\"label\":\"Wiki\"", "\"label\":\"Pages\"", "apps", "app `Wiki`", "Pages"),
      ("\"name\":\"office\"", "\"name\":\"desk\"", "zones", "zone `office`", "desk"),
      ("\"name\":\"staff\"", "\"name\":\"crew\"", "groups.", "group `staff`", "crew"),
      ("\"name\":\"staff\"", "\"name\":\"crew\"", "rules", "rule `staff`", "crew"),
      (
        "\"name\":\"Policy of Wiki\"", "\"name\":\"First\"", "policies",
        "policy `Policy of Wiki`", "First"
      ),
    ])
  func renamed(text: String, other: String, files: String, what: String, name: String) async throws
  {
    let exports = try await GateExports(GateRenameTests.org)
    #expect(try exports.replace(text, with: other, in: files) > 0)
    if files == "groups." { _ = try exports.replace(text, with: other, in: "groups-") }
    let run = await exports.gate()
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("note: the \(what) is now named `\(name)`"), "\(run.all)")
    #expect(!run.output.contains("weaker") && !run.output.contains("stronger"), "\(run.all)")
    let json = await exports.gate("--format", "json")
    #expect(json.output.contains("is now named"), "\(json.all)")
    let comment = await exports.gate("--format", "markdown")
    #expect(comment.output.contains("is now named"), "\(comment.all)")
  }

  @Test("A change under another name is reported")
  func changed() async throws {
    let exports = try await GateExports(GateRenameTests.org)
    #expect(try exports.replace("\"name\":\"Corp\"", with: "\"name\":\"Mother\"", in: "idps") == 1)
    let link = "\"accountLink\":{\"action\":"
    #expect(
      try exports.replace(link + "\"AUTO\"", with: link + "\"DISABLED\"", in: "idps") == 2)
    let there = await exports.gate()
    #expect(there.output.contains("stronger: "), "\(there.all)")
    // Now it links every account.
    let run = await Shell()("gate", exports.new, exports.old)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains("weaker: ") && !run.output.contains("stronger: "), "\(run.all)")
    #expect(run.output.contains("`Mother` is now named `Corp`"), "\(run.all)")
    let app = try await GateExports(GateRenameTests.org)
    #expect(try app.replace("\"label\":\"Wiki\"", with: "\"label\":\"Pages\"", in: "apps") == 1)
    #expect(
      try app.replace(
        "\"possession\":{\"required\":true", with: "\"possession\":{\"required\":false",
        in: "rules") == 2)
    let weaker = await app.gate()
    #expect(weaker.status == .failed && weaker.output.contains("weaker: "), "\(weaker.all)")
  }

  @Test("Another object with the name of an earlier one isn't that one")
  func replaced() async throws {
    // Another id: the old provider is gone, and another one has its place.
    let exports = try await GateExports(GateRenameTests.org)
    let bytes = try FileReader.read("\(exports.new)/idps.json", limit: 1 << 20)
    let ids = try #require(try JSON(parsing: bytes).array).compactMap { $0["id"]?.string }
    let own = try #require(ids.first)
    #expect(try exports.replace(own, with: "0oaOther00000000000", in: "") > 0)
    #expect(try exports.replace("\"name\":\"Corp\"", with: "\"name\":\"Mother\"", in: "idps") == 1)
    let run = await exports.gate()
    #expect(run.status == .failed && run.output.contains("Mother"), "\(run.all)")
    #expect(!run.output.contains("is now named"), "\(run.all)")
    // The names of two providers are exchanged: a comparison can't hide that.
    let swapped = try await GateExports(GateRenameTests.org)
    for (name, other) in [("Corp", "x"), ("Side", "Corp"), ("x", "Side")] {
      let count = try swapped.replace(
        "\"name\":\"\(name)\"", with: "\"name\":\"\(other)\"", in: "idps")
      #expect(count == 1)
    }
    let both = await swapped.gate()
    #expect(both.output.contains("`Corp` is now named `Side`"), "\(both.all)")
  }

  @Test("A name that a condition tests isn't replaced")
  func tested() async throws {
    let exports = try await GateExports(GateRenameTests.org)
    #expect(try exports.replace("\"name\":\"Corp\"", with: "\"name\":\"Mother\"", in: "idps") == 1)
    for (index, path) in [exports.old, exports.new].enumerated() {
      // A routing rule that sends users to the provider with the name of their domain.
      let rule = """
        [{"id": "0pr1abcdefghijklmn", "type": "IDP_DISCOVERY", "name": "by name", "priority": 1,
          "status": "ACTIVE", "conditions": {}, "actions": {"idp": {"providers": [],
            "idpSelectionType": "DYNAMIC", "shouldFallBackToOkta": true, "matchCriteria": [
              {"propertyName": "name",
               "providerExpression": "login.identifier.substringAfter('@')"}]}}}]
        """
      let policy = """
        [{"id": "00p1abcdefghijklmno", "type": "IDP_DISCOVERY", "name": "routing", "priority": 1,
          "status": "ACTIVE", "system": true, "conditions": null}]
        """
      let name = index == 0 ? "a" : "b"
      _ = try exports.folder.write("\(name)/policies-IDP_DISCOVERY.json", policy)
      _ = try exports.folder.write("\(name)/rules-00p1abcdefghijklmno.json", rule)
      #expect(try FileReader.names(in: path).contains("policies-IDP_DISCOVERY.json"))
    }
    let run = await exports.gate()
    #expect(run.status == .failed && run.output.contains("Mother"), "\(run.all)")
    #expect(run.output.contains("is now named `Mother`"), "\(run.all)")
  }
}
