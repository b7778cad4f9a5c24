import FlowHTTP

/// The limits of a server's answers.
enum WireLimits {
  /// The limits of an answer; a device with a full history takes about 200 KB.
  static let body = JSONLimits(depth: 16, size: 1 << 20)
  /// The maximum size of the content of a QR code, a link or a push message in bytes.
  ///
  /// A binary QR code has room for 3 KB, and a push message for 4 KB.
  static let payloadBytes = 16 << 10
  /// The maximum size of a text for the user, or of a name, in bytes.
  static let textBytes = 4 << 10
  /// The maximum number of elements in a list; the history is the longest list.
  static let elements = DeviceLimits.historyItems
  /// The maximum duration in seconds, about 300 years, so that no sum of durations overflows.
  static let seconds = 1e10
}
