import FlowText
import FlowHTTP

/// The host name of an authorization server, in lower case, without port, path or scheme.
public struct LoginHost: Sendable, Hashable, CustomStringConvertible {
  /// The host name.
  public let name: String

  /// Reads a host name; `nil` if the text is anything else (row 63).
  public init?(_ text: String) {
    guard
      text.utf8.allSatisfy({
        ASCII.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      }),
      let url = HTTPURL("https://\(text)/")
    else { return nil }
    name = url.host
  }

  /// The name.
  public var description: String { name }
}
