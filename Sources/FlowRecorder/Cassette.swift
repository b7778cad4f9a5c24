import FlowHTTP

/// What was sent in a sign-in and what came back, without secrets: what `flow replay` answers from.
///
/// A handle or a token is a stand-in of its own, the same wherever it stood; every other secret is
/// the mask, which fits anything.
package struct Cassette: Sendable, Hashable {
  /// Where the requests went.
  var issuer: HTTPURL
  /// What was sent and answered, in order.
  var exchanges: [Exchange]

  /// One request and its answer.
  struct Exchange: Sendable, Hashable {
    var request: Request
    var answer: Answer
  }

  /// What was sent.
  struct Request: Sendable, Hashable {
    var method: String
    /// The path, with the names and values of its query.
    var path: String
    /// The JSON that was sent, or the pairs of a form as an object of texts.
    var body: JSON?
    /// Whether the body was a form.
    var isForm = false
    /// The circumstances that a simulated org was told.
    var headers: [HTTPHeaders.Field] = []

    /// `POST /idp/idx/identify`, as a person reads it.
    var line: String { "\(method) \(path)" }
  }

  /// What came back.
  struct Answer: Sendable, Hashable {
    var status: Int
    /// The header fields that say something to a script.
    var headers: [HTTPHeaders.Field] = []
    /// `nil` where there was none, or it was no JSON.
    var body: JSON?
    /// How many bytes came that were no JSON; what they said is not kept.
    var otherBytes = 0
  }

  /// The version of a cassette's shape; it grows when a member changes its meaning.
  static let version = 1

  /// The cassette as JSON, in the order of its documentation.
  var json: JSON {
    [
      "version": .integer(Cassette.version), "issuer": .string(issuer.description),
      "exchanges": .array(exchanges.map(\.json)),
    ]
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
  /// The fields by their names; `nil` where there is none.
  var json: JSON? {
    isEmpty
      ? nil : .object(JSONObject(members: map { JSONObject.Member($0.name, .string($0.value)) }))
  }
}
