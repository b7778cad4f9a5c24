public import FlowEngine

/// A request to the generator of one-time codes (RFC 6238).
public struct TimedCodeRequest: Sendable, Hashable {
  /// The shared secret as given: Base32, or an `otpauth` URI.
  public var secret: Secret
  /// The name of the hash function, `sha1`, `sha256` or `sha512`; `nil` if the secret contains it.
  public var algorithm: String?
  /// The number of digits; `nil` if the secret contains it.
  public var digits: Int?
  /// The validity of a code, in whole seconds; `nil` if the secret contains it.
  public var period: Duration?

  /// Creates a request.
  public init(
    _ secret: Secret, algorithm: String? = nil, digits: Int? = nil, period: Duration? = nil
  ) {
    self.secret = secret
    self.algorithm = algorithm
    self.digits = digits
    self.period = period
  }
}

/// A one-time code and its validity.
public struct TimedCode: Sendable, Hashable {
  /// The code.
  public var code: Secret
  /// The shared key, independent of the notation of the secret.
  public var key: Secret
  /// The time since 1970 at which the next code replaces it.
  public var end: Duration

  /// Creates a code.
  public init(_ code: Secret, key: Secret, end: Duration) {
    self.code = code
    self.key = key
    self.end = end
  }
}
