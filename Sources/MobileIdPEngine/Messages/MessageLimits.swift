/// The limits of a message: it comes from anyone who knows a scheme.
public enum MessageLimits {
  /// A whole URL in bytes: the longest real one, with an authorization code, has about 1 KB.
  public static let urlBytes = 16 << 10
  /// The parameters of a message, including unknown ones: none of the five commands has more than
  /// nine.
  public static let parameters = 64
  /// A scheme in bytes: an app's registered scheme is a word or a reversed host name.
  public static let schemeBytes = 128
  /// A consumer key in bytes: real ones have 85.
  public static let clientIDBytes = 512
  /// A callback or start URL in bytes: a length that browsers and servers accept.
  public static let uriBytes = 2 << 10
  /// An authorization code or a `state` in bytes.
  public static let handleBytes = 2 << 10
  /// A text for the user, in bytes: an app's name, the texts of an error.
  public static let textBytes = 1 << 10
  /// The scopes of a request: there are about thirty.
  public static let scopes = 64
  /// The characters of a PKCE verifier: RFC 7636 (section 4.1) ends at 128, the SDKs send 171.
  public static let verifierCharacters = 43...256
}
