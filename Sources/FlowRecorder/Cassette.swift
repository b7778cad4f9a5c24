package import FlowText
import FlowHTTP
import FlowScript
import FlowSyntax

/// The requests and answers of a sign-in without secrets, with which `flow replay` plays the
/// server.
///
/// Each handle or token is replaced by its own stand-in, which is the same wherever the value
/// occurs. Every other secret is replaced by the mask, which matches any value in a replay.
package struct Cassette: Sendable, Hashable {
  /// The issuer of the requests.
  var issuer: HTTPURL
  /// The requests and answers, in order.
  var exchanges: [Exchange]

  /// A request and its answer.
  struct Exchange: Sendable, Hashable {
    var request: Request
    var answer: Answer
  }

  /// A request.
  struct Request: Sendable, Hashable {
    var method: String
    /// The path, with the names and values of its query.
    var path: String
    /// The JSON that was sent, or a form's pairs as an object of texts.
    var body: JSON?
    /// Whether the body was a form.
    var isForm = false
    /// The header fields with the sign-in context for a simulated org.
    var headers: [HTTPHeaders.Field] = []

    /// The request in readable form, such as `POST /idp/idx/identify`.
    var line: String { "\(method) \(path)" }
  }

  /// An answer.
  struct Answer: Sendable, Hashable {
    var status: Int
    /// The header fields that affect a script.
    var headers: [HTTPHeaders.Field] = []
    /// The JSON body; `nil` if there was no body, or the body wasn't JSON.
    var body: JSON?
    /// The size in bytes of a body that wasn't JSON; the body itself isn't kept.
    var otherBytes = 0
  }

  /// The version of the format, which increases when the meaning of a member changes.
  static let version = 1

  /// The cassette as JSON, with the members in the order of the documentation.
  var json: JSON {
    [
      "version": .integer(Cassette.version), "issuer": .string(issuer.description),
      "exchanges": .array(exchanges.map(\.json)),
    ]
  }
}

extension Cassette {
  /// The maximum size of a cassette in bytes, twenty times the longest known sign-in.
  static let bytesMax = 8 << 20

  /// Reads a cassette from a file.
  ///
  /// - Throws: `PlainFailure` with the line and column at which reading stopped, or with the faulty
  ///   member, such as `exchanges[2].response`.
  package init(contentsOf path: String) throws(PlainFailure) {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: Cassette.bytesMax)
    } catch { throw PlainFailure(error.words) }
    let limits = JSONLimits(depth: JSONLimits.standard.depth, size: Cassette.bytesMax)
    let json: JSON
    do throws(JSONFailure) { json = try JSON(parsing: bytes, limits: limits) } catch {
      throw PlainFailure(error.reason.rawValue, at: Cassette.place(of: error.offset, in: bytes))
    }
    try self.init(json)
  }

  /// Reads a cassette from JSON.
  ///
  /// - Throws: `PlainFailure` with the faulty member.
  init(_ json: JSON) throws(PlainFailure) {
    guard let version = json["version"]?.integer, let list = json["exchanges"]?.array else {
      throw PlainFailure("this isn't a cassette; `flow record --cassette FILE` writes one")
    }
    guard version == Cassette.version else {
      throw PlainFailure("the cassette was written by another version of flow", at: "version")
    }
    guard let issuer = json["issuer"]?.string.flatMap({ HTTPURL($0) }),
      issuer.scheme == .https || issuer.isLoopback
    else { throw PlainFailure("expected an issuer's address", at: "issuer") }
    var exchanges: [Exchange] = []
    exchanges.reserveCapacity(list.count)
    for (index, element) in list.enumerated() {
      let place = "exchanges[\(index)]"
      exchanges.append(
        Exchange(
          request: try Request(element["request"], at: place + ".request"),
          answer: try Answer(element["response"], at: place + ".response")))
    }
    self.init(issuer: issuer, exchanges: exchanges)
  }

  /// Reads the header fields of a request or an answer, without the fields that cassettes ignore.
  fileprivate static func headers(
    _ json: JSON?, at place: String
  ) throws(PlainFailure) -> [HTTPHeaders.Field] {
    guard let listed = json?["headers"] else { return [] }
    var fields: [HTTPHeaders.Field] = []
    for member in listed.object?.members ?? [] {
      guard let value = member.value.string else { break }
      fields.append(HTTPHeaders.Field(member.name, value))
    }
    guard let object = listed.object, object.members.count == fields.count else {
      throw PlainFailure("expected an object of texts", at: place + ".headers")
    }
    return fields
  }

  /// The line and column of a byte, each starting from 1.
  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return "\(line):\(column)"
  }
}

extension Cassette.Exchange {
  fileprivate var json: JSON { ["request": request.json, "response": answer.json] }
}

extension Cassette.Request {
  fileprivate var json: JSON {
    var object: JSONObject = ["method": .string(method), "path": .string(path)]
    object["headers"] = headers.json
    object[isForm ? "form" : "json"] = body
    return .object(object)
  }
}

extension Cassette.Answer {
  fileprivate var json: JSON {
    var object: JSONObject = ["status": .integer(status)]
    object["headers"] = headers.json
    object["json"] = body
    if otherBytes > 0 { object["otherBytes"] = .integer(otherBytes) }
    return .object(object)
  }
}

extension [HTTPHeaders.Field] {
  /// The fields as JSON, by their names; `nil` if there are none.
  var json: JSON? {
    isEmpty
      ? nil : .object(JSONObject(members: map { JSONObject.Member($0.name, .string($0.value)) }))
  }
}

extension Cassette.Request {
  fileprivate init(_ json: JSON?, at place: String) throws(PlainFailure) {
    guard let method = json?["method"]?.string, let path = json?["path"]?.string else {
      throw PlainFailure("expected a `method` and a `path`", at: place)
    }
    self.method = method
    self.path = path
    headers = try Cassette.headers(json, at: place).filter { CassetteTape.isCircumstance($0.name) }
    if let form = json?["form"] {
      guard let object = form.object, object.members.allSatisfy({ $0.value.string != nil }) else {
        throw PlainFailure("expected an object of texts", at: place + ".form")
      }
      body = form
      isForm = true
    } else {
      body = json?["json"]
    }
  }
}

extension Cassette.Answer {
  fileprivate init(_ json: JSON?, at place: String) throws(PlainFailure) {
    guard let status = json?["status"]?.integer, (100...599).contains(status) else {
      throw PlainFailure("expected a `status` from 100 to 599", at: place)
    }
    self.status = status
    headers = try Cassette.headers(json, at: place).filter { CassetteTape.isKept($0.name) }
    body = json?["json"]
    otherBytes = json?["otherBytes"]?.integer ?? 0
  }
}
