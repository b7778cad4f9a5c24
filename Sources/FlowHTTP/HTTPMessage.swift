import FlowText

/// The method of a request (RFC 9110, section 9), as far as sign-in protocols use it.
public enum HTTPMethod: String, Sendable, Hashable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case head = "HEAD"
  case options = "OPTIONS"
}

/// Header fields in their order; names compare without regard to case (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One header line.
  public struct Field: Sendable, Hashable {
    /// The name as it was written.
    public var name: String
    /// The value without surrounding white space.
    public var value: String

    /// Makes a header line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All lines, repeated names included.
  public var fields: [Field]

  /// Makes headers of lines.
  public init(fields: [Field] = []) {
    self.fields = fields
  }

  /// Makes headers of a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }

  /// The first value of a name; setting replaces every line of that name.
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

  /// Every value of a name, in order (`Set-Cookie` comes once a cookie).
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    for index in fields.indices where Self.same(fields[index].name, name) {
      values.append(fields[index].value)
    }
    return values
  }

  /// Whether two names are the same but for the case of ASCII letters.
  static func same(_ left: String, _ right: String) -> Bool {
    left == right || ASCII.isSame(left, right)
  }
}

/// What a message carries.
///
/// In process the structure itself is handed over; a transport that has a wire turns it into bytes.
public enum HTTPBody: Sendable, Hashable {
  case none
  case json(JSON)
  /// An `application/x-www-form-urlencoded` form, its pairs in order and not yet encoded.
  case form([FormPair])
  case bytes([UInt8])
}

/// One name and value of a form, not encoded.
public struct FormPair: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value.
  public var value: String

  /// Makes a pair.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request to one server.
public struct HTTPRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// Where it goes.
  public var url: HTTPURL
  /// The header fields, without `Host` and `Content-Length`, which the transport writes.
  public var headers: HTTPHeaders
  /// What it carries.
  public var body: HTTPBody
  /// How long the whole exchange may take, `nil` for the transport's own bound.
  public var timeout: Duration?

  /// Makes a request.
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

  /// The request with the time that its answer may take.
  ///
  /// - Parameters:
  ///   - patience: how long that is, where nothing ends before.
  ///   - deadline: when all must have ended; `nil` for never.
  /// - Returns: the request; `nil` where no time is left.
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

/// A server's answer.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code (RFC 9110, section 15).
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// What it carries: bytes from a wire, JSON from a server in this process.
  public var body: HTTPBody

  /// Makes a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: HTTPBody = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

// Requests carry passwords, codes and handles, answers carry tokens: what is printed of them by
// mistake, in a debugger or in a dump, is names and sizes. The values are had by the members alone.

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, where it goes without its query, and what it carries by name.
  public var description: String {
    let query = url.query == nil ? "" : "?…"
    return "\(method.rawValue) \(url.origin)\(url.path)\(query), \(headers), \(body)"
  }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status, and what it carries by name.
  public var description: String { "HTTP \(status), \(headers), \(body)" }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields' names.
  public var description: String {
    fields.isEmpty ? "no headers" : "headers " + fields.map(\.name).joined(separator: ", ")
  }
  /// The fields' names.
  public var debugDescription: String { description }
  /// The fields' names: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// The name: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, with names or a size.
  public var description: String {
    switch self {
    case .none: "no body"
    case .json(let json): "JSON, \(json)"
    case .form(let pairs): "a form of " + pairs.map(\.name).joined(separator: ", ")
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

extension FormPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name.
  public var description: String { name }
  /// The name.
  public var debugDescription: String { name }
  /// The name: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
