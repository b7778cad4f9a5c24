import FlowText
import FlowAuthenticators
import FlowEngine
import FlowHTTP
import FlowLock

/// A mail service with an HTTP API like Mailpit's (version 1).
struct MailService: MessageSource {
  private let base: HTTPURL
  private let transport: any Transport
  private let seen = Seen()

  /// The maximum number of messages that are listed, the latest first.
  ///
  /// Far fewer arrive while a step waits.
  private static let listMax = 100
  /// The maximum time for a response.
  ///
  /// The service is usually on the same machine or network, and is asked every second.
  private static let timeout = Duration.seconds(10)
  /// The maximum length of a message's id in bytes.
  ///
  /// Mailpit's ids have 22 letters.
  private static let idBytesMax = 128

  /// Remembers the messages that were already listed.
  private final class Seen: Sendable {
    private let ids = Mutex<Set<String>>([])

    /// The maximum number of ids that are remembered.
    ///
    /// Only a mailbox that fills constantly has more.
    private static let idsMax = 10_000

    /// Removes messages that are older than everything that was listed before.
    ///
    /// Such messages are in the list only because newer messages were deleted.
    func current(_ arrivals: [Arrival]) -> [Arrival] {
      ids.withLock { ids in
        let first = arrivals.firstIndex { ids.contains($0.id) } ?? 0
        if ids.count > Seen.idsMax { ids = [] }
        let current = arrivals[first...]
        ids.formUnion(current.map(\.id))
        return Array(current)
      }
    }
  }

  init(_ base: HTTPURL, transport: any Transport) {
    self.base = base
    self.transport = transport
  }

  func serves(_ channel: String) -> Bool { channel == "email" }

  func arrivals() async throws(PlainFailure) -> [Arrival] {
    guard let list = try await get("messages", query: "limit=\(MailService.listMax)"),
      let messages = list["messages"]?.array
    else { throw nonsense() }
    var arrivals: [Arrival] = []
    for message in messages {
      guard let id = message["ID"]?.string else { throw nonsense() }
      guard MailService.isSound(id) else { continue }
      arrivals.append(Arrival(id: id, recipients: MailService.recipients(of: message)))
    }
    // The service lists the latest message first, so the order is reversed.
    return seen.current(arrivals.reversed())
  }

  func read(_ id: String) async throws(PlainFailure) -> MailMessage? {
    // The message may have been deleted after it was listed.
    guard let message = try await get("message/\(id)", query: nil) else { return nil }
    guard case .object = message else { throw nonsense() }
    var bodies: [MailMessage.Body] = []
    if let text = message["Text"]?.string, !text.isEmpty { bodies.append(.init(text)) }
    if let html = message["HTML"]?.string, !html.isEmpty {
      bodies.append(.init(html, isHTML: true))
    }
    return MailMessage(
      addressees: MailService.recipients(of: message),
      subject: message["Subject"]?.string ?? "", bodies: bodies)
  }

  private static func recipients(of message: JSON) -> MailRecipients {
    MailRecipients(
      named: addresses(in: ["To", "Cc"], of: message),
      delivered: addresses(in: ["Bcc"], of: message))
  }

  private static func addresses(in names: [String], of message: JSON) -> [String] {
    names.flatMap { message[$0]?.array ?? [] }.compactMap { $0["Address"]?.string }
      .filter { !$0.isEmpty }
  }

  /// Whether a message's id can be used in an address without escaping.
  private static func isSound(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= idBytesMax
      && id.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (97...122).contains(byte | 32) || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      }
  }

  // MARK: Requests

  /// Sends a request to the service.
  ///
  /// Returns `nil` if the resource doesn't exist.
  private func get(_ name: String, query: String?) async throws(PlainFailure) -> JSON? {
    let root = base.path.hasSuffix("/") ? base.path : base.path + "/"
    let url = base.replacing(path: "\(root)api/v1/\(name)", query: query)
    let request = HTTPRequest(
      .get, url, headers: ["Accept": "application/json"], timeout: MailService.timeout)
    let response: HTTPResponse
    do throws(TransportFailure) { response = try await transport.send(request) } catch {
      var help = "check that the mail service runs at this address"
      if case .insecure = error {
        help =
          "`--ca-file FILE` trusts the certificates of a file: the service's own, or of a "
          + "company's proxy"
      }
      throw PlainFailure("the inbox at \(base) can't be reached: \(error.reason)", help: help)
    }
    switch response.status {
    case 200: break
    case 404 where query == nil: return nil
    default:
      throw PlainFailure(
        "the inbox at \(base) answered with the HTTP status \(response.status)",
        help: "use the address of a mail service with Mailpit's API, without `/api/v1`")
    }
    switch response.body {
    case .json(let json): return json
    case .bytes(let bytes):
      do throws(JSONFailure) { return try JSON(parsing: bytes) } catch { throw nonsense() }
    case .none, .form: throw nonsense()
    }
  }

  private func nonsense() -> PlainFailure {
    PlainFailure(
      "the server at \(base) isn't a supported inbox",
      help: "use the address of a mail service with Mailpit's API, without `/api/v1`")
  }
}
