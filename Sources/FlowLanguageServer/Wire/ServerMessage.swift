import FlowHTTP

/// A received message of JSON-RPC 2.0.
enum ServerMessage {
  case request(id: JSON, method: String, params: JSON)
  case notification(method: String, params: JSON)
  /// A response to a request of the server, which sends no requests.
  case response
  /// An invalid message, with the id for a response.
  case invalid(id: JSON)

  /// Reads a message.
  init(_ json: JSON) {
    guard let object = json.object else {
      self = .invalid(id: .null)
      return
    }
    let id = object["id"]
    let isID =
      switch id {
      case .string?, .integer?, .double?, .bigNumber?: true
      default: false
      }
    guard object["jsonrpc"] == "2.0" else {
      self = .invalid(id: isID ? id ?? .null : .null)
      return
    }
    guard let method = object["method"]?.string else {
      let isAnswer = object["result"] != nil || object["error"] != nil
      self = isAnswer ? .response : .invalid(id: isID ? id ?? .null : .null)
      return
    }
    let params = object["params"] ?? .null
    switch id {
    case nil: self = .notification(method: method, params: params)
    case let id? where isID: self = .request(id: id, method: method, params: params)
    default: self = .invalid(id: .null)
    }
  }

  /// Makes the response to a request.
  static func answer(_ id: JSON, _ result: Result<JSON, ServerError>) -> JSON {
    switch result {
    case .success(let value): ["jsonrpc": "2.0", "id": id, "result": value]
    case .failure(let error):
      [
        "jsonrpc": "2.0", "id": id,
        "error": ["code": .integer(error.code.rawValue), "message": .string(error.message)],
      ]
    }
  }

  /// Makes a notification of the server.
  static func notice(_ method: String, _ params: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }
}

/// The reason why a request isn't answered.
struct ServerError: Error, Equatable {
  /// The codes of JSON-RPC 2.0, section 5.1, and of LSP 3.17.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  var code: Code
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
