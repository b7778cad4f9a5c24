/// The limits of a message, which may come from any app that knows a scheme.
public enum MessageLimits {
  /// The maximum length of a URL in bytes; the longest real one has a code and is about 1 KB long.
  public static let urlBytes = 16 << 10
  /// The maximum number of parameters, including unknown parameters; each of the five commands has
  /// at most nine parameters.
  public static let parameters = 64
  /// The maximum length of a scheme in bytes; real schemes are a word or a reversed host name.
  public static let schemeBytes = 128
  /// The maximum length of a consumer key in bytes; real consumer keys have 85 bytes.
  public static let clientIDBytes = 512
  /// The maximum length of a callback or start URL in bytes; browsers and servers accept this
  /// length.
  public static let uriBytes = 2 << 10
  /// The maximum length of an authorization code or a `state` in bytes.
  public static let handleBytes = 2 << 10
  /// The maximum length of a text for the user in bytes: an app's name, or an error's texts.
  public static let textBytes = 1 << 10
  /// The maximum number of scopes in a request; about thirty exist.
  public static let scopes = 64
  /// The number of characters of a PKCE verifier: RFC 7636 (section 4.1) allows 128, the SDKs send
  /// 171.
  public static let verifierCharacters = 43...256
}
