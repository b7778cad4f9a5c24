import FlowEngine

// What a run on a real device begins with, and where it ends.
extension AppStage {
  /// Takes the URL with which the system has opened one of the run's apps, before the run began.
  ///
  /// - Parameter url: the URL.
  /// - Throws: `EngineFailure.Kind.misused` where it is for none of the run's apps.
  mutating func begin(with url: MessageURL) throws(EngineFailure) {
    let head = url.reveal().utf8.prefix(MessageLimits.schemeBytes + 1).prefix {
      $0 != UInt8(ascii: ":")
    }
    let scheme = URLScheme(String(decoding: head, as: UTF8.self))
    let name =
      world.clients.first { $0.configuration.callback.scheme == scheme }?.name
      ?? world.providers.first { $0.configuration.scheme == scheme }?.name
    guard let name else {
      throw EngineFailure(
        .misused, "the URL opens no app of the run", help: "the run has " + world.names)
    }
    receive(.delivered(to: name, sender: nil), of: url, from: "outside")
  }

  /// Whether the last thing that was said ends what a provider does for a client elsewhere, or could
  /// not be said to it.
  var hasAnsweredElsewhere: Bool {
    if clients.isEmpty, log.isUnopened { return true }
    guard clients.isEmpty, let last = log.messages.last?.command else { return false }
    return [.authResponse, .error, .idpAuthCodeInit].contains(last)
  }
}
