import FlowHTTP

/// The JSON object in a request, read strictly; unused members are ignored.
struct NextAuthBody {
  let members: JSONObject

  /// Reads a request's body, regardless of its content type.
  init(_ body: HTTPBody) throws(HTTPRefusal) {
    switch body {
    case .none: members = [:]
    case .json(.object(let object)): members = object
    case .bytes(let bytes) where bytes.isEmpty: members = [:]
    case .bytes(let bytes):
      let limits = JSONLimits(depth: NextAuthLimits.bodyDepth, size: NextAuthLimits.bodyLength)
      guard bytes.count <= limits.size else {
        throw HTTPRefusal(
          413, code: "too-large",
          "a body has at most \(NextAuthLimits.bodyLength) bytes")
      }
      guard let json = try? JSON(parsing: bytes, limits: limits), let object = json.object else {
        throw .malformed("the body isn't a JSON object")
      }
      members = object
    case .json, .form: throw .malformed("the body isn't a JSON object")
    }
  }

  /// A text member; `nil` if it is missing.
  func text(_ name: String) throws(HTTPRefusal) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)?:
      guard text.utf8.count <= NextAuthLimits.member else {
        throw .malformed("`\(name)` has at most \(NextAuthLimits.member) bytes")
      }
      return text
    default: throw .malformed("`\(name)` must be a text")
    }
  }

  /// A required text member, which must not be empty.
  func requiredText(_ name: String) throws(HTTPRefusal) -> String {
    guard let text = try text(name), !text.isEmpty else { throw .malformed("`\(name)` is missing") }
    return text
  }

  /// A Boolean member; `nil` if it is missing.
  func flag(_ name: String) throws(HTTPRefusal) -> Bool? {
    switch members[name] {
    case nil, .null?: return nil
    case .bool(let value)?: return value
    default: throw .malformed("`\(name)` must be true or false")
    }
  }

  /// The nonce of the session.
  func nonce() throws(HTTPRefusal) -> NextAuthNonce {
    guard let nonce = NextAuthNonce(try requiredText("nonce")) else {
      throw .malformed("`nonce` must be \(NextAuthNonce.size) bytes in base64url")
    }
    return nonce
  }

  /// The kind of the session: `login` or `enrol`.
  func kind() throws(HTTPRefusal) -> NextAuthState.Kind {
    guard let kind = NextAuthState.Kind(rawValue: try requiredText("kind")) else {
      throw .malformed("`kind` must be login or enrol")
    }
    return kind
  }
}
