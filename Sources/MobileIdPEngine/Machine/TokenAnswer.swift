public import FlowEngine
import FlowHTTP

/// A server's refusal as an OAuth error (RFC 6749, sections 4.1.2.1 and 5.2).
public struct OAuthRefusal: Error, Sendable, Hashable {
  /// The value of `error`.
  ///
  /// The code is `network` if the server didn't answer, and `malformed_response` if the answer
  /// can't be read.
  public var code: String
  /// The value of `error_description`; may be empty.
  public var text: String

  /// Makes a refusal, with the code cut to 100 characters and the text to 1000.
  public init(_ code: String, _ text: String = "") {
    self.code = String(code.prefix(100))
    self.text = String(text.prefix(1000))
  }

  /// The refusal if a server didn't answer.
  public static let network = OAuthRefusal("network")
  /// The refusal if a server's answer can't be read.
  public static let malformed = OAuthRefusal("malformed_response")
}

/// A user's tokens in an app.
public struct TokenSet: Sendable, Hashable {
  /// The user of the tokens.
  public var user: UserHint
  /// The login host that issued the tokens.
  public var host: LoginHost
  /// The access token.
  public var accessToken: Secret
  /// The refresh token; `nil` if the user must log in again when the access token expires.
  public var refreshToken: Secret?
  /// The scopes of the tokens.
  public var scopes: ScopeList

  /// Makes a set of tokens.
  public init(
    user: UserHint, host: LoginHost, accessToken: Secret, refreshToken: Secret?,
    scopes: ScopeList = []
  ) {
    self.user = user
    self.host = host
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.scopes = scopes
  }
}

/// The answer of the token endpoint (section 7.3).
struct TokenAnswer {
  var accessToken: Secret
  var refreshToken: Secret?
  var scopes: ScopeList
  /// The user that the URL in `id` names.
  var user: UserHint?

  /// The limits of a server's answer.
  static let limits = JSONLimits(depth: 8, size: 64 << 10)

  init(_ response: HTTPResponse) throws(OAuthRefusal) {
    guard let json = TokenAnswer.json(response) else {
      throw response.status == 200 ? .malformed : OAuthRefusal("server_error")
    }
    guard response.status == 200 else {
      throw OAuthRefusal(
        json["error"]?.string ?? "server_error", json["error_description"]?.string ?? "")
    }
    guard let token = json["access_token"]?.string, !token.isEmpty else { throw .malformed }
    accessToken = Secret(token)
    refreshToken = json["refresh_token"]?.string.map(Secret.init)
    scopes = ScopeList(server: json["scope"]?.string ?? "")
    user = json["id"]?.string.flatMap(TokenAnswer.user)
  }

  /// The JSON body of an answer from the network or from a simulated server; `nil` if it isn't
  /// JSON.
  static func json(_ response: HTTPResponse) -> JSON? {
    switch response.body {
    case .json(let json): json
    case .bytes(let bytes): try? JSON(parsing: bytes, limits: limits)
    case .none, .form: nil
    }
  }

  /// The user that a URL `…/id/ORG/USER` names; `nil` if the URL has another form.
  private static func user(_ id: String) -> UserHint? {
    guard let url = HTTPURL(id) else { return nil }
    let parts = url.path.split(separator: "/")
    guard parts.count >= 3, parts[parts.count - 3] == "id" else { return nil }
    return UserHint(org: String(parts[parts.count - 2]), user: String(parts[parts.count - 1]))
  }
}
