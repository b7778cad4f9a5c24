extension Problem {
  /// One sentence in lower case, user text in backticks.
  public var message: String { id.rawValue }

  /// What to do about it, where that doesn't depend on the place.
  public var help: String? { nil }
}
