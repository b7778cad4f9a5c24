/// The limits of a device, which bound the memory that a server or a long-running app can use.
public enum DeviceLimits {
  /// The maximum number of live sessions; a user sees one, and a few more may wait.
  public static let liveSessions = 32
  /// The maximum number of ended sessions; the oldest are removed first.
  public static let endedSessions = 256
  /// The maximum number of history items; the oldest are removed first.
  public static let historyItems = 1000
  /// The maximum number of accounts.
  public static let accounts = 256
  /// The maximum number of push messages whose ids are kept to detect duplicates.
  public static let pushMessages = 1024
}
