/// The limits of a device, so that neither a server nor an endless app can fill memory.
public enum DeviceLimits {
  /// The maximum number of live sessions: a user has one in front of them, and some may wait.
  public static let liveSessions = 32
  /// The maximum number of ended sessions that are kept; the oldest are forgotten first.
  public static let endedSessions = 256
  /// The maximum number of history items; the oldest are forgotten first.
  public static let historyItems = 1000
  /// The maximum number of accounts.
  public static let accounts = 256
  /// The number of push messages that are remembered by their ids, so that duplicates are ignored.
  public static let pushMessages = 1024
}
