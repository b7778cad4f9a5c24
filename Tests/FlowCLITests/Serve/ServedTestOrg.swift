import CommandSupport
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import Synchronization
import TestSupport
import Testing

@testable import FlowCLI
@testable import FlowScript
@testable import FlowHTTP

/// An org behind the very server of `flow serve`, and a client that sends bytes and reads bytes.
final class ServedTestOrg: Sendable {
  let service: OrgService

  /// Serves the org of a script's text, or the built-in one, at a free port.
  init(
    _ text: String? = nil, arguments: [String] = [],
    clock: any RunClock = ManualClock(now: .seconds(1_800_000_000))
  ) throws {
    let folder = try TemporaryFolder()
    let files = try text.map { [try folder.write("org.flow", $0)] } ?? []
    let host = Host(
      output: Recorder(), errors: Recorder(), terminal: nil, environment: [:], clock: clock,
      randomBytes: ThisMachine.randomBytes)
    let options = try ServeOptions(
      ParsedArguments(files + ["--port", "0"] + arguments, for: ServeCommand.spec))
    var source = OrgSource(
      options.org, for: (name: "flow serve", done: "served"), host, style: Style(isColored: false))
    service = try OrgService(try #require(try source.find()), options, host)
  }

  deinit {
    service.stop()
  }

  var port: Int { service.port }
  var authority: String { "localhost:\(port)" }

  /// Sends bytes over a connection of their own, and reads until the server closes it.
  func exchange(_ bytes: [UInt8]) throws -> Answer {
    try #require(Answer.all(of: try RawConnection(port).send(bytes).readAll()).first)
  }

  /// Sends a text as it is.
  func raw(_ text: String) throws -> Answer {
    try exchange(Array(text.utf8))
  }

  /// Sends a request with the usual head; what is given besides comes before its end.
  func send(
    _ method: String, _ target: String, _ fields: [String] = [], body: String? = nil
  ) throws -> Answer {
    var head = "\(method) \(target) HTTP/1.1\r\n"
    if !fields.contains(where: { $0.hasPrefix("Host:") }) { head += "Host: \(authority)\r\n" }
    head += "Connection: close\r\n"
    for field in fields { head += field + "\r\n" }
    if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
    return try raw(head + "\r\n" + (body ?? ""))
  }

  func get(_ target: String, _ fields: String...) throws -> Answer {
    try send("GET", target, fields)
  }

  func form(_ target: String, _ body: String, _ fields: String...) throws -> Answer {
    try send(
      "POST", target, ["Content-Type: application/x-www-form-urlencoded"] + fields, body: body)
  }

  func json(_ target: String, _ body: JSON, _ fields: String...) throws -> Answer {
    let type =
      fields.contains { $0.hasPrefix("Content-Type:") } ? [] : ["Content-Type: application/json"]
    return try send(
      "POST", target, type + fields, body: String(decoding: body.bytes(), as: UTF8.self))
  }

  /// The word that the page's own forms carry: that of a page, or of the page as it is now.
  func guardWord(in page: String? = nil) throws -> String {
    let html = try page ?? get("/").text
    let start = try #require(html.firstRange(of: "name=\"guard\" value=\"")).upperBound
    return String(html[start...].prefix { $0 != "\"" })
  }
}

/// A connection that sends what it is told to, and waits a bounded time for what comes.
struct RawConnection {
  private let socket: Socket

  init(_ port: Int, host: String = "127.0.0.1") throws {
    let address = try #require(SocketAddress.all(of: host).first)
    socket = try #require(Socket(to: address, port: port))
    try #require(socket.wait(toWrite: true, milliseconds: Patience.milliseconds))
  }

  @discardableResult
  func send(_ text: String) throws -> RawConnection {
    try send(Array(text.utf8))
  }

  @discardableResult
  func send(_ bytes: [UInt8]) throws -> RawConnection {
    var sent = 0
    while sent < bytes.count {
      try #require(socket.wait(toWrite: true, milliseconds: Patience.milliseconds))
      switch socket.send(bytes[sent...]) {
      case .moved(let count): sent += count
      case .notReady: continue
      // The server has closed it: what it said is read then.
      case .failed: return self
      }
    }
    return self
  }

  /// All that comes until the server ends the connection, or until a mark has come.
  func readAll(until mark: String? = nil) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while socket.wait(toWrite: false, milliseconds: Patience.milliseconds) {
      guard case .moved(1...) = received(&buffer, &all) else { break }
      if let mark, String(decoding: all, as: UTF8.self).contains(mark) { break }
    }
    return all
  }

  private func received(_ buffer: inout [UInt8], _ all: inout [UInt8]) -> Socket.Outcome {
    let outcome = socket.receive(into: &buffer)
    if case .moved(let count) = outcome { all += buffer[..<count] }
    return outcome
  }

  func read(until mark: String? = nil) -> String {
    String(decoding: readAll(until: mark), as: UTF8.self)
  }
}

/// A response, read off its bytes.
struct Answer {
  var status: Int
  /// The lines of the head after the first, as they came.
  var fields: [(name: String, value: String)]
  var body: [UInt8]

  /// The value of a field by its exact spelling.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSON { (try? JSON(parsing: body)) ?? .null }
  var page: IDXPageView { IDXPageView(json: json) }

  /// The responses that bytes are, one after the other.
  static func all(of bytes: [UInt8]) -> [Answer] {
    var answers: [Answer] = []
    var rest = bytes[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .split(separator: "\r\n").map(String.init)
      let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      let fields = lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : "")
      }
      rest = rest[end.upperBound...]
      let length = fields.first { $0.0 == "Content-Length" }.flatMap { Int($0.1) } ?? 0
      answers.append(Answer(status: status, fields: fields, body: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return answers
  }
}

/// What a client looks for in a page of the Identity Engine.
struct IDXPageView {
  var json: JSON

  var stateHandle: String { json["stateHandle"]?.string ?? "" }
  var remediations: [JSON] { json["remediation"]?["value"]?.array ?? [] }
  var steps: [String] { remediations.compactMap { $0["name"]?.string } }

  func form(_ name: String) -> JSON? { remediations.first { $0["name"]?.string == name } }

  /// The form of an authenticator's option by its label.
  func option(_ label: String) -> [JSON] {
    let field = form("select-authenticator-authenticate")?["value"]?.array?
      .first { $0["name"] == "authenticator" }
    let option = field?["options"]?.array?.first { $0["label"]?.string == label }
    return option?["value"]?["form"]?["value"]?.array ?? []
  }

  /// Everything in a document, and itself.
  static func all(_ json: JSON) -> [JSON] {
    switch json {
    case .array(let elements): [json] + elements.flatMap(all)
    case .object(let object): [json] + object.members.flatMap { all($0.value) }
    default: [json]
    }
  }

  /// What a path such as `$.authenticatorEnrollments.value[0]` refers to.
  func resolve(_ path: String) -> JSON? {
    guard path.hasPrefix("$.") else { return nil }
    var at: JSON? = json
    for part in path.dropFirst(2).split(separator: ".") {
      let pieces = part.split(separator: "[")
      at = at?[String(pieces[0])]
      for index in pieces.dropFirst() {
        let elements = at?.array ?? []
        guard let number = Int(index.dropLast()), elements.indices.contains(number) else {
          return nil
        }
        at = elements[number]
      }
    }
    return at
  }
}
