import FlowText
import FlowEngine
import OktaSimulator
import FlowHTTP

/// A simulated org as clients and browsers meet it over HTTP: under its own names alone, with what
/// browsers ask of a server, and with a page to watch it by.
struct ServedOrg: Sendable {
  private let addresses: OrgAddresses
  private let server: OrgServer
  private let control: OrgControl
  private let page: OrgPage
  private let interface: DrivingInterface

  /// - Parameters:
  ///   - server: The org.
  ///   - control: What can be seen of it and done to it.
  ///   - names: The names that lead to it.
  ///   - guardWord: What the page's own forms carry.
  ///   - key: What programs must know to drive it; `nil` for nothing.
  init(
    _ server: OrgServer, _ control: OrgControl, names: OrgAddresses.Names, guardWord: String,
    key: Secret?
  ) {
    self.server = server
    self.control = control
    addresses = OrgAddresses(server.org, names)
    page = OrgPage(control, guardWord: guardWord)
    interface = DrivingInterface(control, key: key)
  }

  /// Answers a request, as the org's faults will have it.
  @Sendable func answer(_ request: HTTPRequest) -> HTTPAnswer {
    guard let org = addresses.org(at: request.url) else {
      return dated(
        .plain(421, "This server is not \(request.url.host): it serves a simulated org."))
    }
    if let response = interface.answer(request, org) { return dated(response) }
    if let response = page.answer(request, org) { return dated(response) }
    guard request.method != .options else { return dated(CrossOrigin.preflight(request)) }
    var request = request
    // The server leaves the body of an answer to it out.
    if request.method == .head { request.method = .get }
    control.circumstances.complete(&request.headers)
    let delivery = server.deliver(request, as: org)
    var response = page.readable(delivery.response, to: request, org)
    CrossOrigin.open(&response, to: request)
    return HTTPAnswer(response, delay: delivery.delay, cut: delivery.cut.map { HTTPAnswer.Cut($0) })
  }

  /// An answer that isn't the org's, with when it was made (RFC 9110, section 6.6.1).
  private func dated(_ response: HTTPResponse) -> HTTPAnswer {
    var response = response
    response.headers["Date"] = CivilTime(server.now).httpDate
    return HTTPAnswer(response)
  }
}

extension HTTPAnswer.Cut {
  fileprivate init(_ cut: Delivery.Cut) {
    switch cut {
    case .dropped: self = .dropped
    case .truncated(let count): self = .truncated(count)
    }
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
