extension FaultNames {
  /// The words that what happens begins with.
  static let kinds =
    statuses.map { String($0) } + [
      "drop", "errors", "expired", "html", "labels", "late", "latency", "missing", "order",
      "out-of-order", "poll-interval", "relates-to", "truncate", "twice", "unknown-step",
    ]

  /// The errors of servers and gateways.
  static let statuses = [429, 500, 502, 503, 504]
  /// What a proxy's page comes with.
  static let proxyStatuses = [200, 403, 407, 502, 503]
  /// The orders of a page's steps.
  static let orders = ["reversed", "shuffled"]
  /// What `relates-to` can be instead of what it should.
  static let references = ["string", "dangling"]
  /// Where errors stand, and the statuses that they can come with.
  static let errorPlaces = ["top", "field", "400", "401", "403"]
  /// The languages that labels are changed to.
  static let languages = ["de"]
}
