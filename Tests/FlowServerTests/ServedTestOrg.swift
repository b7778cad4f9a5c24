import CommandSupport
import FlowEngine
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowLock
import TestSupport
import Testing

@testable import FlowServer

/// An org on the actual server of `flow serve`, and a client that sends and reads bytes.
final class ServedTestOrg: Sendable {
  let service: OrgService

  /// Serves the org of a script's text, or the built-in one, at a free port.
  init(
    _ text: String? = nil,
    clock: any RunClock = ManualClock(now: .seconds(1_800_000_000)),
    _ change: (inout ServeOptions) throws -> Void = { _ in }
  ) throws {
    let folder = try TemporaryFolder()
    let host = Host(
      output: Recorder(), errors: Recorder(), terminal: nil, environment: [:], clock: clock,
      randomBytes: ThisMachine.randomBytes)
    var options = ServeOptions()
    options.org.file = try text.map { try folder.write("org.flow", $0) }
    options.port = 0
    try change(&options)
    var source = OrgSource(
      options.org, for: (name: "flow serve", done: "served"), host, style: Style(isColored: false))
    service = try OrgService(try #require(try source.find()), options, host)
  }

  deinit {
    service.stop()
  }

  var port: Int { service.port }
  var authority: String { "localhost:\(port)" }

  /// Sends bytes over a separate connection, and reads until the server closes it.
  func exchange(_ bytes: [UInt8]) throws -> RawAnswer {
    try #require(RawAnswer.all(of: try RawConnection(port).send(bytes).readAll()).first)
  }

  /// Sends a text unchanged.
  func raw(_ text: String) throws -> RawAnswer {
    try exchange(Array(text.utf8))
  }

  /// Sends a request with the default head; additional lines come before its end.
  func send(
    _ method: String, _ target: String, _ fields: [String] = [], body: String? = nil
  ) throws -> RawAnswer {
    var head = "\(method) \(target) HTTP/1.1\r\n"
    if !fields.contains(where: { $0.hasPrefix("Host:") }) { head += "Host: \(authority)\r\n" }
    head += "Connection: close\r\n"
    for field in fields { head += field + "\r\n" }
    if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
    return try raw(head + "\r\n" + (body ?? ""))
  }

  func get(_ target: String, _ fields: String...) throws -> RawAnswer {
    try send("GET", target, fields)
  }

  func form(_ target: String, _ body: String, _ fields: String...) throws -> RawAnswer {
    try send(
      "POST", target, ["Content-Type: application/x-www-form-urlencoded"] + fields, body: body)
  }

  func json(_ target: String, _ body: JSON, _ fields: String...) throws -> RawAnswer {
    let type =
      fields.contains { $0.hasPrefix("Content-Type:") } ? [] : ["Content-Type: application/json"]
    return try send(
      "POST", target, type + fields, body: String(decoding: body.bytes(), as: UTF8.self))
  }

  /// The token in the page's own forms: from a given page, or from the current one.
  func guardWord(in page: String? = nil) throws -> String {
    let html = try page ?? get("/").text
    let start = try #require(html.firstRange(of: "name=\"guard\" value=\"")).upperBound
    return String(html[start...].prefix { $0 != "\"" })
  }
}
