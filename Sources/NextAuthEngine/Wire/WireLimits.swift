import FlowHTTP

/// The limits of a server's answers.
enum WireLimits {
  /// An answer: a device with a full history takes about 200 KB.
  static let body = JSONLimits(depth: 16, size: 1 << 20)
  /// The content of a QR code, a link or a push message: a binary QR code has room for 3 KB, a push
  /// message for 4 KB.
  static let payloadBytes = 16 << 10
  /// A text for the user, or a name.
  static let textBytes = 4 << 10
  /// The elements of a list: history items are the longest list.
  static let elements = DeviceLimits.historyItems
  /// A duration in seconds, about 300 years, so that no sum of durations is too large for its type.
  static let seconds = 1e10
}
