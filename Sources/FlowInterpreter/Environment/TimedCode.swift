public import FlowEngine

/// What a script asks of the generator of one-time codes (RFC 6238).
public struct TimedCodeRequest: Sendable, Hashable {
  /// The shared secret as it was given: Base32, or an `otpauth` URI.
  public var secret: Secret
  /// The hash function by its name, `sha1`, `sha256` or `sha512`; `nil` where the secret says it.
  public var algorithm: String?
  /// How many digits; `nil` where the secret says it.
  public var digits: Int?
  /// How long a code lasts, in whole seconds; `nil` where the secret says it.
  public var period: Duration?

  /// Makes a request.
  public init(
    _ secret: Secret, algorithm: String? = nil, digits: Int? = nil, period: Duration? = nil
  ) {
    self.secret = secret
    self.algorithm = algorithm
    self.digits = digits
    self.period = period
  }
}

/// A one-time code and how long it is good.
public struct TimedCode: Sendable, Hashable {
  /// The code.
  public var code: Secret
  /// The shared key, the same however the secret was written.
  public var key: Secret
  /// When the next code takes its place, in time since 1970.
  public var end: Duration

  /// Makes a code.
  public init(_ code: Secret, key: Secret, end: Duration) {
    self.code = code
    self.key = key
    self.end = end
  }
}
