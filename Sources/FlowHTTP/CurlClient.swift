#if os(Linux)
import CFlowHTTP

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A libcurl client, which keeps connections open and performs one request at a time.
///
/// `cancel` can be called on any thread.
final class CurlClient: Sendable {
  private let client: flow_curl

  /// Creates a client; `nil` if libcurl isn't installed.
  init?() {
    client = flow_curl_open()
    guard client != 0 else { return nil }
  }

  deinit {
    if client != 0 { flow_curl_close(client) }
  }

  /// Passes a request to libcurl, which copies it.
  ///
  /// - Returns: The proxy for the request; `nil` if the request goes directly to the server.
  /// - Throws: `TransportFailure.unavailable` if the request can't be sent.
  func prepare(
    _ request: WireRequest, caFile: String?
  ) throws(TransportFailure) -> ProxySetting? {
    let proxy =
      request.url.isLoopback
      ? nil
      : try ProxySetting.find(for: request.url) {
        unsafe getenv($0).map { unsafe String(cString: $0) }
      }
    unsafe flow_curl_begin(client, request.method.rawValue, request.url.description)
    for field in request.headers.fields {
      // For libcurl, a name with only a colon removes the header.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      unsafe flow_curl_add_header(client, line)
    }
    if request.headers["Content-Type"] == nil {
      unsafe flow_curl_add_header(client, "Content-Type:")
    }
    if !request.body.isEmpty {
      guard unsafe flow_curl_set_body(client, request.body, request.body.count) != 0 else {
        throw .unavailable("not enough memory for the request")
      }
    } else if !request.isIdempotent {
      // On a fresh connection libcurl doesn't repeat the request.
      flow_curl_set_fresh_connection(client)
    }
    if let caFile { unsafe flow_curl_set_ca_file(client, caFile) }
    if request.url.isLoopback { flow_curl_set_no_proxy(client) }
    return proxy
  }

  /// Sends the prepared request and reads the response.
  func perform(
    timeout: Duration, limits: HTTPLimits, proxy: ProxySetting?
  ) throws(TransportFailure) -> HTTPResponse {
    let components = timeout.components
    let milliseconds =
      components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    // For libcurl, zero means no timeout.
    guard milliseconds > 0 else { throw .timedOut(timeout) }
    let outcome = flow_curl_perform(
      client, Int(clamping: milliseconds), limits.headBytes, limits.bodyBytes)
    if let failure = failure(of: outcome, timeout: timeout, limits: limits, proxy) { throw failure }
    let body = body()
    return HTTPResponse(
      status: flow_curl_status(client), headers: try headers(),
      body: body.isEmpty ? .none : .bytes(body))
  }

  func cancel() {
    flow_curl_cancel(client)
  }

  /// The texts with which TLS libraries report a plain-text answer to a handshake.
  ///
  /// They are from OpenSSL before and since 3.2, and from GnuTLS.
  private static let plainAnswers = [
    "wrong version number", "packet length too long", "unexpected TLS packet",
  ]

  private func failure(
    of outcome: Int32, timeout: Duration, limits: HTTPLimits, _ proxy: ProxySetting?
  ) -> TransportFailure? {
    let text = unsafe String(cString: flow_curl_error(client))
    // If the proxy refused the tunnel, the request hasn't reached the server, so this isn't a
    // broken connection. The second text is from libcurl before 7.87.
    if text.hasPrefix("CONNECT tunnel failed") || text.hasSuffix("from proxy after CONNECT") {
      return .unreachable("the proxy refused the tunnel: \(text)")
    }
    // libcurl's message about a proxy may quote the setting, truncated anywhere.
    let isOver = [FLOW_CURL_DONE, FLOW_CURL_CANCELLED, FLOW_CURL_TIMED_OUT].contains(Int(outcome))
    if let proxy, !isOver, text.contains("roxy") { return proxy.failure }
    if CurlClient.plainAnswers.contains(where: { text.contains($0) }) {
      return .unreachable("the server doesn't use TLS")
    }
    return switch Int(outcome) {
    case FLOW_CURL_DONE: nil
    case FLOW_CURL_CANCELLED: .cancelled
    case FLOW_CURL_TIMED_OUT: .timedOut(timeout)
    case FLOW_CURL_UNREACHABLE: .unreachable(text)
    case FLOW_CURL_INSECURE: .insecure(text)
    case FLOW_CURL_UNANSWERED: .unanswered
    case FLOW_CURL_CUT_OFF: .cutOff
    case FLOW_CURL_MALFORMED: .malformed(text)
    case FLOW_CURL_HEAD_TOO_LARGE: .headTooLarge(limits)
    case FLOW_CURL_BODY_TOO_LARGE: .bodyTooLarge(limits)
    case FLOW_CURL_UNAVAILABLE: .unavailable(text)
    default: .dropped(text)
    }
  }

  /// Returns the header fields between the status line and the empty line.
  private func headers() throws(TransportFailure) -> HTTPHeaders {
    var count = 0
    let start = unsafe flow_curl_head(client, &count)
    let head = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var headers = HTTPHeaders()
    for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !content.isEmpty { try headers.append(line: content) }
    }
    return headers
  }

  private func body() -> [UInt8] {
    var count = 0
    let start = unsafe flow_curl_body(client, &count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}
#endif
