import FlowEngine
import FlowSimulator
import FlowWire
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A simulated org behind a real socket on this machine, as far as one client needs it: HTTP/1.1 with
/// `Content-Length`, a thread a connection.
final class LoopbackOrg: Sendable {
  let port: UInt16
  private let listener: Int32
  private let server: OrgServer

  /// Every request line that came, in order.
  private let lines = Mutex<[String]>([])

  var requests: [String] { lines.withLock { $0 } }

  /// Binds a free port and begins to answer; `nil` where there is no loopback.
  init?(_ org: (HTTPURL) -> Org?, clock: any RunClock) {
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let fd = listener
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(fd, generic, length) == 0 && listen(fd, 16) == 0
          && getsockname(fd, generic, &length) == 0
      }
    }
    guard bound else { return nil }
    port = UInt16(bigEndian: address.sin_port)
    let issuer = HTTPURL(
      scheme: .http, host: "127.0.0.1", port: Int(port), path: "/oauth2/default")
    guard let org = org(issuer) else { return nil }
    server = OrgServer(org, clock: clock, seed: 7, sendsBytes: true)
    let this = self
    Background.start { this.accept() }
  }

  /// Ends the listening; connections end with their clients.
  ///
  /// Where it can, it leaves the closing to the thread that accepts: a number that is given back
  /// while that thread still uses it may be another org's by then.
  func stop() {
    if shutdown(listener, Int32(SHUT_RDWR)) != 0 { close(listener) }
  }

  private func accept() {
    defer { close(listener) }
    while true {
      let connection = Self.acceptOne(listener)
      guard connection >= 0 else { return }
      Background.start { self.serve(connection) }
    }
  }

  private static func acceptOne(_ listener: Int32) -> Int32 {
    #if canImport(Darwin)
    unsafe Darwin.accept(listener, nil, nil)
    #elseif canImport(Musl)
    unsafe Musl.accept(listener, nil, nil)
    #else
    Glibc.accept(listener, nil, nil)
    #endif
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var buffer: [UInt8] = []
    while let request = next(connection, &buffer) {
      lines.withLock { $0.append("\(request.method.rawValue) \(request.url.path)") }
      let response = server.answer(request)
      var body: [UInt8] = []
      if case .json(let json) = response.body { body = json.bytes() }
      if case .bytes(let bytes) = response.body { body = bytes }
      var head = "HTTP/1.1 \(response.status) x\r\nContent-Length: \(body.count)\r\n"
      for field in response.headers.fields { head += "\(field.name): \(field.value)\r\n" }
      let bytes = Array((head + "\r\n").utf8) + body
      let sent = unsafe bytes.withUnsafeBytes {
        unsafe send(connection, $0.baseAddress, $0.count, 0)
      }
      guard sent == bytes.count else { return }
    }
  }

  /// Reads one request; `nil` at the connection's end.
  private func next(_ connection: Int32, _ buffer: inout [UInt8]) -> HTTPRequest? {
    while true {
      if let request = parse(&buffer) { return request }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe recv(connection, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  private func parse(_ buffer: inout [UInt8]) -> HTTPRequest? {
    let mark = Array("\r\n\r\n".utf8)
    guard let range = buffer.firstRange(of: mark) else { return nil }
    let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers.fields.append(.init(String(line[..<colon]), String(value)))
    }
    let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
    guard buffer.count >= range.upperBound + length else { return nil }
    let body = Array(buffer[range.upperBound..<range.upperBound + length])
    buffer.removeFirst(range.upperBound + length)
    let words = lines[0].split(separator: " ")
    guard let method = HTTPMethod(rawValue: String(words[0])),
      let url = HTTPURL("http://127.0.0.1:\(port)\(words[1])")
    else { return nil }
    return HTTPRequest(method, url, headers: headers, body: body.isEmpty ? .none : .bytes(body))
  }
}
