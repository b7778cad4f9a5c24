public import FlowEngine

/// A request to the generator of one-time codes (RFC 6238).
public struct TimedCodeRequest: Sendable, Hashable {
  /// The shared secret as given: Base32, or an `otpauth` URI.
  public var secret: Secret
  /// The hash function, `sha1`, `sha256` or `sha512`; `nil` to use the hash function in the secret.
  public var algorithm: String?
  /// The number of digits; `nil` to use the number in the secret.
  public var digits: Int?
  /// How long a code is valid, in whole seconds; `nil` to use the period in the secret.
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

/// A one-time code, with its key and the end of its validity.
public struct TimedCode: Sendable, Hashable {
  /// The code.
  public var code: Secret
  /// The decoded shared key.
  ///
  /// The key is the same for every notation of the secret.
  public var key: Secret
  /// The time since 1970 at which the next code replaces this code.
  public var end: Duration

  /// Creates a code.
  public init(_ code: Secret, key: Secret, end: Duration) {
    self.code = code
    self.key = key
    self.end = end
  }
}
