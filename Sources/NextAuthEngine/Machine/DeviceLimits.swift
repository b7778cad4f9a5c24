/// How much a device keeps, so that neither a server nor an app that never ends can fill memory.
public enum DeviceLimits {
  /// The most sessions that live at once: a person has one before their eyes, and some may wait.
  public static let liveSessions = 32
  /// The most sessions that are kept after their end; the oldest are forgotten first.
  public static let endedSessions = 256
  /// The most items of the history; the oldest are forgotten first.
  public static let historyItems = 1000
  /// The most accounts.
  public static let accounts = 256
  /// How many push messages are known by their ids, so that none counts twice.
  public static let pushMessages = 1024
}
