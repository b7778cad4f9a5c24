import FlowText

/// The request methods that sign-in protocols use (RFC 9110, section 9).
public enum HTTPMethod: String, Sendable, Hashable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case head = "HEAD"
  case options = "OPTIONS"
}

/// Header fields in order.
///
/// Names are compared case-insensitively (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One header line.
  public struct Field: Sendable, Hashable {
    /// The name as written.
    public var name: String
    /// The value without surrounding white space.
    public var value: String

    /// Creates a header line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All lines, including repeated names.
  public var fields: [Field]

  /// Creates headers from lines.
  public init(fields: [Field] = []) {
    self.fields = fields
  }

  /// Creates headers from a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }

  /// The first value of a name; `nil` if there is none.
  ///
  /// Setting a value replaces every line with the name.
  public subscript(name: String) -> String? {
    get {
      for index in fields.indices where Self.same(fields[index].name, name) {
        return fields[index].value
      }
      return nil
    }
    set {
      if self[name] != nil { fields.removeAll { Self.same($0.name, name) } }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// Returns every value of a name, in order; for example, `Set-Cookie` occurs once per cookie.
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    for index in fields.indices where Self.same(fields[index].name, name) {
      values.append(fields[index].value)
    }
    return values
  }

  /// Whether two header names are the same, ignoring the case of ASCII letters.
  static func same(_ left: String, _ right: String) -> Bool {
    left == right || ASCII.isSame(left, right)
  }
}

/// The body of a message.
///
/// Within a process, the body is passed on unchanged. A network transport converts it into bytes.
public enum HTTPBody: Sendable, Hashable {
  case none
  case json(JSON)
  /// An `application/x-www-form-urlencoded` form: the pairs in order, not yet encoded.
  case form([FormPair])
  case bytes([UInt8])
}

/// A name and value of a form, not encoded.
public struct FormPair: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value.
  public var value: String

  /// Creates a pair.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request to one server.
public struct HTTPRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// The URL.
  public var url: HTTPURL
  /// The header fields, without `Host` and `Content-Length`, which the transport writes.
  public var headers: HTTPHeaders
  /// The body.
  public var body: HTTPBody
  /// The maximum time of the whole exchange; `nil` for the transport's own limit.
  public var timeout: Duration?

  /// Creates a request.
  public init(
    _ method: HTTPMethod, _ url: HTTPURL, headers: HTTPHeaders = [:], body: HTTPBody = .none,
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }

  /// Returns the request with a time limit that doesn't exceed the time until the deadline.
  ///
  /// - Parameters:
  ///   - patience: The maximum time of the exchange.
  ///   - deadline: The deadline; `nil` for no deadline.
  /// - Returns: The request; `nil` if no time remains.
  package func limited(
    to patience: Duration, until deadline: ContinuousClock.Instant?
  ) -> HTTPRequest? {
    let left = deadline.map { $0 - .now } ?? patience
    guard left > .zero else { return nil }
    var request = self
    request.timeout = min(patience, left)
    return request
  }
}

/// A server's response.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code (RFC 9110, section 15).
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body: bytes from a network, JSON from a server in this process.
  public var body: HTTPBody

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: HTTPBody = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

// Requests contain passwords, codes and handles, and responses contain tokens. So a description in
// a debugger or a dump shows only names and sizes. Only the members give access to the values.

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, the URL without its query, and the names in the body.
  public var description: String {
    let query = url.query == nil ? "" : "?…"
    return "\(method.rawValue) \(url.origin)\(url.path)\(query), \(headers), \(body)"
  }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// A mirror with the same text, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status, and the names in the body.
  public var description: String { "HTTP \(status), \(headers), \(body)" }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// A mirror with the same text, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields' names.
  public var description: String {
    fields.isEmpty ? "no headers" : "headers " + fields.map(\.name).joined(separator: ", ")
  }
  /// The fields' names.
  public var debugDescription: String { description }
  /// A mirror with only the fields' names, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// A mirror with only the name, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of body, with names or a size.
  public var description: String {
    switch self {
    case .none: "no body"
    case .json(let json): "JSON, \(json)"
    case .form(let pairs): "a form of " + pairs.map(\.name).joined(separator: ", ")
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// A mirror with the same text, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

extension FormPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// A mirror with only the name, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
