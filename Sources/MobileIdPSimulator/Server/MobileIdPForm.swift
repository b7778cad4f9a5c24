import SimulatorKit
import FlowHTTP

/// The parameters of a request, from the body or from the query.
struct MobileIdPForm {
  private let pairs: [FormPair]

  /// Reads the query of a `GET` request, and the body of any other request.
  init(_ request: HTTPRequest) throws(HTTPRefusal) {
    switch (request.method, request.body) {
    case (.get, _): pairs = try MobileIdPForm.read(Array((request.url.query ?? "").utf8))
    case (_, .none): pairs = []
    case (_, .form(let form)): pairs = form
    case (_, .bytes(let bytes)): pairs = try MobileIdPForm.read(bytes)
    case (_, .json): throw .invalidRequest("the request isn't a form")
    }
    let size = pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard size <= MobileIdPLimits.form else { throw MobileIdPForm.tooLarge }
  }

  private static let tooLarge = HTTPRefusal(
    413, code: "invalid_request", "the form is too large")

  private static func read(_ bytes: [UInt8]) throws(HTTPRefusal) -> [FormPair] {
    guard bytes.count <= MobileIdPLimits.form else { throw tooLarge }
    guard let pairs = FormEncoding.decode(bytes) else {
      throw .invalidRequest("the form isn't text")
    }
    return pairs
  }

  /// The value of a parameter; `nil` if it is missing or empty.
  ///
  /// A repeated parameter is refused (RFC 6749, section 3.1; decision D8).
  func value(_ name: String) throws(HTTPRefusal) -> String? {
    var found: String?
    for pair in pairs where pair.name == name {
      guard found == nil else { throw .invalidRequest("\(name) comes twice") }
      found = pair.value
    }
    guard let found, !found.isEmpty else { return nil }
    guard found.utf8.count <= MobileIdPLimits.field else {
      throw .invalidRequest("\(name) is too long")
    }
    return found
  }

  /// The value of a required parameter.
  func required(_ name: String) throws(HTTPRefusal) -> String {
    guard let value = try value(name) else { throw .invalidRequest("missing parameter: \(name)") }
    return value
  }
}
