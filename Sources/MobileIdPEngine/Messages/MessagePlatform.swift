/// The way in which the apps of a device open each other (mobile-idp.md, sections 5.1 and 5.2).
public enum MessagePlatform: String, Sendable, Hashable, CaseIterable {
  /// Apps open URLs with a scheme that the receiver registers.
  case ios
  /// Apps send intents with a bundle, which has the pairs of the URL without escapes.
  case android
}
