import FlowCrypto
import FlowEngine
package import FlowInterpreter
import FlowHTTP

/// Generates one-time codes (RFC 6238) from a shared secret, as an authenticator app does.
package enum OneTimeCode {
  /// The allowed periods of a code in seconds.
  ///
  /// The periods are the same as for `every`.
  private static let periods = 5...3600
  /// The allowed numbers of digits (RFC 4226, section 5.3: 31 bits).
  private static let digits = 1...10
  /// The maximum length in bytes of a secret or of an `otpauth` address.
  ///
  /// No app accepts more.
  private static let secretBytesMax = 4096

  /// The key and the parameters of codes.
  private struct Generator {
    var key: [UInt8]
    var hash = HashFunction.sha1
    var digits = 6
    var period = 30
  }

  /// Returns the code for a request at a time since 1970; `nil` if the secret is invalid.
  @Sendable package static func totp(
    _ request: TimedCodeRequest, at time: Duration
  ) -> TimedCode? {
    let text = request.secret.reveal()
    guard text.utf8.count <= secretBytesMax,
      var generator = isAddress(text) ? read(address: text) : key(text).map({ Generator(key: $0) })
    else { return nil }
    if let algorithm = request.algorithm {
      guard let hash = HashFunction(rawValue: algorithm) else { return nil }
      generator.hash = hash
    }
    if let digits = request.digits { generator.digits = digits }
    if let period = request.period { generator.period = Int(period.components.seconds) }
    guard digits.contains(generator.digits), periods.contains(generator.period) else { return nil }
    let period = Duration.seconds(generator.period)
    let code = TOTP.code(
      key: generator.key, at: time, digits: generator.digits, period: period, hash: generator.hash)
    let window = time.components.seconds / Int64(generator.period)
    return TimedCode(
      Secret(code), key: Secret(Base32.encode(generator.key)), end: period * Int(window + 1))
  }

  /// Decodes a Base32 text, which may have spaces and hyphens.
  ///
  /// Returns `nil` if it is invalid.
  private static func key(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    guard let key = Base32.decode(String(decoding: digits, as: UTF8.self)), !key.isEmpty else {
      return nil
    }
    return key
  }

  // MARK: Addresses

  private static let scheme = "otpauth://"

  private static func isAddress(_ text: String) -> Bool {
    text.prefix(scheme.count).lowercased() == scheme
  }

  /// Reads `otpauth://totp/LABEL?secret=…&algorithm=SHA256&digits=8&period=60` (Key Uri Format).
  ///
  /// Returns `nil` if the address is invalid.
  ///
  /// The label and unknown parameters are ignored, because they don't affect the codes.
  private static func read(address: String) -> Generator? {
    let rest = Array(address.utf8.dropFirst(scheme.utf8.count))
    let hostEnd = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    guard let hostEnd,
      String(decoding: rest[..<hostEnd], as: UTF8.self).lowercased() == "totp",
      let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    else { return nil }
    let query = rest[(mark + 1)...].prefix { $0 != UInt8(ascii: "#") }
    guard let pairs = FormEncoding.decode(Array(query)) else { return nil }
    var generator = Generator(key: [])
    for pair in pairs {
      switch pair.name.lowercased() {
      case "secret":
        guard generator.key.isEmpty, let key = key(pair.value) else { return nil }
        generator.key = key
      case "algorithm":
        guard let hash = HashFunction(rawValue: pair.value.lowercased()) else { return nil }
        generator.hash = hash
      case "digits":
        guard let digits = Int(pair.value) else { return nil }
        generator.digits = digits
      case "period":
        guard let period = Int(pair.value) else { return nil }
        generator.period = period
      default: break
      }
    }
    return generator.key.isEmpty ? nil : generator
  }
}
