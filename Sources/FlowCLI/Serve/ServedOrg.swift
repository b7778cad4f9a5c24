import FlowSimulator
import FlowWire

/// A simulated org as clients and browsers meet it over HTTP: under its own names alone, with what
/// browsers ask of a server, and with a page to watch it by.
struct ServedOrg: Sendable {
  private let addresses: OrgAddresses
  private let server: OrgServer
  private let page: OrgPage

  init(_ server: OrgServer, journal: SignInJournal, names: OrgAddresses.Names, guardWord: String) {
    self.server = server
    addresses = OrgAddresses(server.org, names)
    page = OrgPage(server, journal, guardWord: guardWord)
  }

  /// Answers a request.
  @Sendable func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard let org = addresses.org(at: request.url) else {
      return .plain(421, "This server is not \(request.url.host): it serves a simulated org.")
    }
    if let response = page.answer(request, org) { return response }
    guard request.method != .options else { return CrossOrigin.preflight(request) }
    var request = request
    // The server leaves the body of an answer to it out.
    if request.method == .head { request.method = .get }
    var response = page.readable(server.answer(request, as: org), to: request, org)
    CrossOrigin.open(&response, to: request)
    return response
  }
}

extension HTTPResponse {
  /// An answer that a person reads.
  static func plain(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: ["Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff"],
      body: .bytes(Array((text + "\n").utf8)))
  }
}
