import FlowEngine
@testable import OktaSimulator
import FlowHTTP
import Testing

/// The data that a journal reads from answers.
enum SignInJournalEntry {
  /// The entry of a sign-in whose answers have some header fields.
  static func reading(_ headers: HTTPHeaders) -> SignInJournal.Entry {
    let journal = SignInJournal()
    let (org, _) = Org.build(name: "x", settings: [])
    guard let org, let url = HTTPURL("http://localhost/oauth2/default/v1/interact") else {
      return SignInJournal.Entry(number: -1)
    }
    let server = OrgServer(org, clock: ManualClock(now: .zero), seed: 1, journal: journal)
    let begun = server.answer(
      HTTPRequest(
        .post, url,
        body: .form([
          FormPair("client_id", "a"), FormPair("redirect_uri", "b:/c"), FormPair("scope", "openid"),
          FormPair("code_challenge", SocketSignIn.challenge),
          FormPair("code_challenge_method", "S256"),
        ])))
    guard case .json(let json) = begun.body, let handle = json["interaction_handle"] else {
      return SignInJournal.Entry(number: -1)
    }
    var page = url
    page.path = "/idp/idx/introspect"
    let request = HTTPRequest(.post, page, body: .json(["interactionHandle": handle]))
    var response = server.answer(request)
    response.headers.fields += headers.fields
    journal.note(request, Delivery(response), mark: 0, at: .zero)
    return journal.entries[0] ?? SignInJournal.Entry(number: -1)
  }
}
