import FlowCrypto
import FlowLock
import TestSupport
import Testing

@testable import FlowServer
@testable import FlowHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Unusual input to a server: over sockets, to the actual server of `flow serve`.
@Suite("A served org with bytes that no client sends", .realTime, .enabled(if: RSA.isAvailable))
struct ServedSocketTests {
  private static let keys = "GET /oauth2/default/v1/keys HTTP/1.1\r\n"
  private static let limits = HTTPServerLimits.standard

  /// Asserts that the next client is served.
  private func serves(_ org: ServedTestOrg) throws {
    #expect(try org.get("/oauth2/default/v1/keys").status == 200)
  }

  /// The bytes sent, and the status of the only answer; none if the connection is only closed.
  static let shapes: [(bytes: String, status: Int)] = [
    // A request that another reader could parse differently ("smuggling").
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400
    ),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\nHost: a\n\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    // Invalid chunks.
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n", 400),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n", 400
    ),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFF\r\n", 413),
    // Too much.
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(limits.bodyBytes + 1)\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    (
      "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: limits.headBytes))\r\n\r\n",
      431
    ),
    ("GET /\(String(repeating: "x", count: limits.headBytes))", 431),
    (
      "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: limits.fields))\r\n", 431
    ),
    // Another protocol.
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ("\u{16}\u{3}\u{1}\u{2}\u{0}\n", 400),
    ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
  ]

  @Test("It reports the fault once and closes, and the next client is served")
  func shapes() throws {
    let org = try ServedTestOrg()
    for (bytes, status) in Self.shapes {
      let answers = RawAnswer.all(of: try RawConnection(org.port).send(bytes).readAll())
      #expect(answers.map(\.status) == [status], "\(bytes.prefix(200))")
      #expect(answers.first?["Connection"] == "close")
    }
    try serves(org)
  }

  @Test("Bytes that aren't UTF-8 are refused in place of text, in any format")
  func badText() throws {
    let org = try ServedTestOrg()
    func body(_ target: String, _ bytes: [UInt8]) throws -> RawAnswer {
      let head =
        "POST \(target) HTTP/1.1\r\nHost: \(org.authority)\r\nConnection: close\r\n"
        + "Content-Length: \(bytes.count)\r\n\r\n"
      return try org.exchange(Array(head.utf8) + bytes)
    }
    #expect(
      try body("/idp/idx/introspect", Array("{\"a\":\"".utf8) + [0xFF, 0x22, 0x7D]).status == 400)
    #expect(try body("/oauth2/default/v1/token", [0x61, 0x3D, 0xC3, 0x28]).status == 400)
    let path = Array("GET /".utf8) + [0xFF, 0xFE] + Array(" HTTP/1.1\r\n".utf8)
    let fields = Array("Host: \(org.authority)\r\nConnection: close\r\n\r\n".utf8)
    #expect(try org.exchange(path + fields).status == 400)
    try serves(org)
  }

  @Test("A body that is too deep, too long or not JSON is refused")
  func badJSON() throws {
    let org = try ServedTestOrg()
    for text in [
      String(repeating: "[", count: 100_000), "{\"a\":", "nonsense",
      "{\"a\":\"\(String(repeating: "x", count: 70_000))\"}",
    ] {
      let answer = try org.send(
        "POST", "/idp/idx/introspect", ["Content-Type: application/json"], body: text)
      #expect(answer.status == 400 && answer.json["version"] == "1.0.0")
    }
    try serves(org)
  }

  @Test("A client that waits for permission to continue gets it, and an answer")
  func continues() throws {
    let org = try ServedTestOrg()
    let body = "client_id=x"
    let connection = try RawConnection(org.port).send(
      "POST /oauth2/default/v1/interact HTTP/1.1\r\nHost: \(org.authority)\r\n"
        + "Expect: 100-continue\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
    #expect(connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(try connection.send(body).read().hasPrefix("HTTP/1.1 400 "))
  }

  @Test("A client that announces too much is refused, and isn't asked to continue")
  func announcesTooMuch() throws {
    let org = try ServedTestOrg()
    let connection = try RawConnection(org.port).send(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n")
    #expect(connection.read().hasPrefix("HTTP/1.1 413 "))
  }

  @Test("HTTP/1.0 is answered and closed, unless it asks to stay open")
  func old() throws {
    let org = try ServedTestOrg()
    let target = "GET /oauth2/default/v1/keys HTTP/1.0\r\n"
    let first = RawAnswer.all(of: try RawConnection(org.port).send(target + "\r\n").readAll())
    #expect(first.map(\.status) == [200] && first.first?["Connection"] == "close")
    let stays = target + "Connection: keep-alive\r\n\r\n"
    let two = RawAnswer.all(
      of: try RawConnection(org.port).send(stays + target + "\r\n").readAll())
    #expect(two.map(\.status) == [200, 200])
    #expect(two.map { $0["Connection"] } == ["keep-alive", "close"])
  }

  @Test("Requests sent at once are answered in their order")
  func pipelined() throws {
    let org = try ServedTestOrg()
    let host = "Host: \(org.authority)\r\n"
    let text =
      "GET /nowhere HTTP/1.1\r\n\(host)\r\n" + Self.keys + host + "\r\n"
      + "HEAD / HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n"
    let answered = try RawConnection(org.port).send(text).read()
    let statuses = answered.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
    #expect(statuses == ["404", "200", "200"])
    #expect(answered.hasSuffix("\r\n\r\n"))
  }

  @Test("`HEAD` and `OPTIONS` are answered wherever `GET` is")
  func methods() throws {
    let org = try ServedTestOrg()
    for target in ["/", "/oauth2/default/v1/keys", "/flow/page.css"] {
      let bytes = try RawConnection(org.port).send(
        "HEAD \(target) HTTP/1.1\r\nHost: \(org.authority)\r\nConnection: close\r\n\r\n"
      ).read()
      #expect(bytes.hasPrefix("HTTP/1.1 200 ") && bytes.hasSuffix("\r\n\r\n"), "\(target)")
      #expect(!bytes.contains("Content-Length: 0\r\n"))
    }
    let answer = try org.send("OPTIONS", "*")
    #expect(answer.status == 405 || answer.status == 204)
    #expect(try org.send("OPTIONS", "/oauth2/default/v1/token")["Allow"]?.contains("POST") == true)
  }

  /// The number of this process's sockets at a port: other tests open files meanwhile.
  private static func descriptors(at port: Int) -> Int {
    var limit = rlimit()
    #if canImport(Darwin) || canImport(Musl)
    let result = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #else
    let result = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    guard result == 0 else { return -1 }
    return (0..<Int32(clamping: min(limit.rlim_cur, 1 << 16))).count { descriptor in
      var address = sockaddr_in6()
      var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
      let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(descriptor, $0, &size)
        }
      }
      // The port is at the same offset for both address families.
      return result == 0 && Int(UInt16(bigEndian: address.sin6_port)) == port
    }
  }

  @Test("10,000 connections that are opened and dropped leave no trace")
  func dropped() throws {
    let org = try ServedTestOrg()
    let listeners = Self.descriptors(at: org.port)
    #expect(listeners > 0)
    try serves(org)
    for number in 0..<10_000 {
      let connection = try RawConnection(org.port)
      switch number % 4 {
      case 0: break
      case 1: try connection.send("GET / HT")
      case 2:
        try connection.send(
          "POST /idp/idx/identify HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
      default: try connection.send(Self.keys + "Host: \(org.authority)\r\n\r\n")
      }
    }
    // Connections that are asked to come back leave room again.
    let isServed = Patience.isMet {
      (try? org.get("/oauth2/default/v1/keys").status) == 200
    }
    #expect(isServed)
    org.service.stop()
    #expect(org.service.connectionCount == 0)
    #expect(Self.descriptors(at: org.port) == listeners)
  }
}
