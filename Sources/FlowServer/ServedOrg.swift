import FlowText
import FlowEngine
import OktaSimulator
import FlowHTTP

/// Serves a simulated org over HTTP, only at the org's own addresses.
///
/// This type adds the headers that browsers require, and the org's web page.
struct ServedOrg: Sendable {
  private let addresses: OrgAddresses
  private let server: OrgServer
  private let control: OrgControl
  private let page: OrgPage
  private let interface: DrivingInterface
  private let management: ManagementDesk

  /// Creates a served org.
  ///
  /// - Parameters:
  ///   - server: The org.
  ///   - control: The control of the org.
  ///   - names: The addresses of the org.
  ///   - guardWord: The guard word of the page's forms.
  ///   - key: The key that programs must send; `nil` if none is required.
  ///   - management: Answers the requests of the management API.
  init(
    _ server: OrgServer, _ control: OrgControl, names: OrgAddresses.Names, guardWord: String,
    key: Secret?, management: ManagementDesk
  ) {
    self.management = management
    self.server = server
    self.control = control
    addresses = OrgAddresses(server.org, names)
    page = OrgPage(control, guardWord: guardWord)
    interface = DrivingInterface(control, key: key)
  }

  /// Answers a request, with the org's faults.
  @Sendable func answer(_ request: HTTPRequest) -> HTTPAnswer {
    guard let org = addresses.org(at: request.url) else {
      return dated(
        .plain(421, "This server isn't \(request.url.host): it serves a simulated org."))
    }
    if let response = interface.answer(request, org) { return dated(response) }
    if let response = management.answer(request, org, server) { return dated(response) }
    if let response = page.answer(request, org) { return dated(response) }
    guard request.method != .options else { return dated(CrossOrigin.preflight(request)) }
    var request = request
    // The HTTP server omits the body of the answer.
    if request.method == .head { request.method = .get }
    control.circumstances.complete(&request.headers)
    var answer = server.deliver(request, as: org).answer
    answer.response = page.readable(answer.response, to: request, org)
    CrossOrigin.open(&answer.response, to: request)
    return answer
  }

  /// Adds the date to an answer that the org itself didn't make (RFC 9110, section 6.6.1).
  private func dated(_ response: HTTPResponse) -> HTTPAnswer {
    var response = response
    response.headers["Date"] = CivilTime(server.now).httpDate
    return HTTPAnswer(response)
  }
}

extension HTTPResponse {
  /// Returns a response with a plain text for users.
  static func plain(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: ["Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff"],
      body: .bytes(Array((text + "\n").utf8)))
  }
}
