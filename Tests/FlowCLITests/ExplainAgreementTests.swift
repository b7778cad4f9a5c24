import CommandSupport
import FlowHTTP
import TestSupport
import Testing

@testable import FlowCLI
@testable import FlowHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `flow explain --response` compared with `flow run` at the same page.
@Suite struct ExplainAgreementTests {
  static let scripts = [
    "on redirect-idp follow",
    """
    on select-authenticator-enroll choose okta-verify via qrcode
    on select-enrollment-channel choose okta-verify via email
    on enroll-poll poll
    """,
    "on select-enrollment-channel choose okta-verify via email",
    """
    on identify                    answer identifier = "jane@example.com"
    on select-authenticator-enroll choose okta-verify via qrcode
    on select-authenticator        choose email
    on challenge                   answer code = "123456"
    on any                         poll
    on any                         skip
    on redirect-idp                follow
    """,
    "on any when message recover\notherwise stop",
  ]

  /// A command's decision: its action, or the problems if there was none.
  private struct Decision: Equatable {
    var did: String?
    var problems: [String] = []
  }

  private func problems(in text: String) -> [String] {
    text.split(separator: "error[", omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != "]" }) }
  }

  /// `poll, 5 times` is a poll.
  private func short(_ did: String) -> String { did.hasPrefix("poll") ? "poll" : did }

  private func explained(_ script: String, _ page: String) async -> Decision {
    let run = await Shell()("explain", script, "--response", page)
    let did = run.lines.last { $0.hasPrefix("  → ") && !$0.contains("→ follow to") }
      .map { short(String($0.dropFirst(4))) }
    return Decision(
      did: did,
      problems: did == nil
        ? problems(in: run.errors).filter { $0 != "expectation-failed" } : [])
  }

  private func ran(_ script: String, _ page: JSON, _ issuer: HTTPURL) async throws -> Decision {
    let transport = ScriptedTransport([.page(Pages.interact), .page(page)])
    let run = await Shell(transport: transport)(
      "run", script, "--json", "--issuer", "\(issuer)", "--client-id", "client", "--redirect-uri",
      "com.example:/callback")
    guard transport.requests.count > 1, let line = run.lines.first,
      let json = try? JSON(parsing: Array(line.utf8))
    else { return Decision(problems: ["not run: \(run.all)"]) }
    let did = json["steps"]?.array?.compactMap { $0["did"]?.string }.first.map(short)
    let all = json["problems"]?.array?.compactMap { $0["id"]?.string } ?? problems(in: run.errors)
    // A script's expectation about the whole run doesn't concern the page.
    let ids = all.filter { $0 != "expectation-failed" }
    return Decision(did: did, problems: did == nil ? ids : [])
  }

  @Test(
    "They do the same at every captured page",
    .enabled(if: Samples.areThere, "no captured answers"),
    arguments: scripts)
  func agree(script: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", script)
    var compared = 0
    var did = 0
    for path in Samples.files {
      guard
        let page = try? JSON(parsing: Array(String(contentsOfFile: path, encoding: .utf8).utf8)),
        let issuer = CapturedServer.issuer(of: page),
        issuer.scheme == .https || issuer.isLoopback,
        page["successWithInteractionCode"] == nil, page["interaction_handle"] == nil
      else { continue }
      let decided = await explained(file, path)
      let run = try await ran(file, page, issuer)
      #expect(decided == run, "\(path)")
      compared += 1
      if decided.did != nil { did += 1 }
    }
    #expect(compared > 200, "\(compared)")
    // The first one only follows, and a run doesn't have a browser for that.
    #expect(did > 3 || script == Self.scripts[0], "\(did)")
  }

  @Test("A waiting enrollment continues, however its channel was chosen")
  func waiting() async throws {
    let choice: JSON = [
      "label": "Okta Verify",
      "value": [
        "form": [
          "value": [
            ["name": "id", "required": true, "value": "aut-1", "mutable": false],
            ["name": "channel", "options": [["label": "QR", "value": "qrcode"]]],
          ]
        ]
      ],
      "relatesTo": "$.authenticators.value[0]",
    ]
    let page = Pages.page(
      [
        Pages.form(
          "enroll-poll", Pages.origin + "/idp/idx/challenge/poll", [],
          ["refresh": 4000, "relatesTo": ["$.currentAuthenticator"]]),
        Pages.form(
          "select-authenticator-enroll", Pages.origin + "/idp/idx/credential/enroll",
          [["name": "authenticator", "options": [choice]]]),
      ],
      [
        "currentAuthenticator": [
          "value": ["key": "okta_verify", "id": "aut-1", "type": "app"]
        ], "authenticators": ["value": [["key": "okta_verify", "id": "aut-1", "type": "app"]]],
      ])
    let folder = try TemporaryFolder()
    let response = try folder.write("page.json", bytes: page.bytes())
    let script = try folder.write("a.flow", Self.scripts[1])
    let run = await Shell()("explain", script, "--response", response)
    #expect(run.output.contains("→ poll"), "\(run.all)")
    #expect(run.output.contains("/idp/idx/challenge/poll"), "\(run.all)")
  }
}
