import FlowHTTP

/// The refusals of requests: a word, a sentence, and a code if the documentation has one.
extension HTTPRefusal {
  /// The refusal of a malformed request.
  static func malformed(_ message: String) -> HTTPRefusal {
    HTTPRefusal(code: "bad-request", message)
  }

  /// The refusal of an invalid parameter of a script.
  static func parameter(_ message: String) -> HTTPRefusal {
    HTTPRefusal(code: "bad-parameter", message)
  }

  /// The refusal of an action that the session's state doesn't allow.
  static func wrongState(_ message: String) -> HTTPRefusal {
    HTTPRefusal(409, code: "wrong-state", message)
  }

  /// The refusal with a code of the documentation's table.
  static func failure(_ code: Int) -> HTTPRefusal {
    let known = NextAuthCode.known.first { $0.code == code }
    return HTTPRefusal(
      422, code: known?.word ?? "error", known?.message ?? "error \(code)",
      details: ["code": .integer(code)])
  }

  var json: JSON {
    var object: JSONObject = ["error": .string(code), "message": .string(message)]
    object.members += details.members
    return .object(object)
  }
}

/// The codes of the documentation's table that the server sends.
enum NextAuthCode {
  static let noAccount = 34
  static let nameExists = 35
  static let singleAccount = 40
  static let expired = 41
  static let authenticationFailed = 48
  static let authenticationError = 49
  static let serverNotAllowed = 52

  fileprivate static let known: [(code: Int, word: String, message: String)] = [
    (noAccount, "no-account", "there is no such account of the server"),
    (nameExists, "name-exists", "an account with this name already exists"),
    (singleAccount, "single-account", "an account already exists, and only one is allowed"),
    (expired, "expired", "the data that started the session has expired, was used, or is unknown"),
    (authenticationFailed, "authentication-failed", "the server does not accept the login"),
    (authenticationError, "authentication-error", "the login ended with an error"),
    (50, "authentication-timeout", "the login took too long"),
    (51, "authentication-unknown", "the login failed for an unknown reason"),
    (serverNotAllowed, "server-not-allowed", "there is no such server"),
    (64, "parameters-missing", "the server's parameters are missing"),
    (67, "parameters-malformed", "the server's parameters can't be read"),
    (68, "parameters-hash", "the hash of the server's parameters is wrong"),
  ]
}

extension JSON {
  /// A duration as JSON, in seconds.
  static func seconds(_ duration: Duration) -> JSON {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return .whole(seconds) }
    return .double(Double(seconds) + Double(attoseconds) / 1e18)
  }
}
