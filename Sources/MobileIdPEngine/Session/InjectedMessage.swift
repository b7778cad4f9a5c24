import FlowText
import FlowEngine

/// A link with which a script opens an app, before its receiver is looked up in the world.
enum InjectedMessage: Sendable {
  /// A URL, whose scheme names the receiver.
  case url(MessageURL)
  /// A bundle, and its receiver; `nil` for the receiver that its command implies.
  case bundle(MessageBundle, to: String?)

  /// The link as the apps of a world receive it.
  ///
  /// - Parameter world: The apps.
  /// - Returns: The URL or the intent.
  /// - Throws: `EngineFailure.Kind.misused` if the apps run on the other platform or no app
  ///   receives the link.
  func link(in world: MobileIdPWorld) throws(EngineFailure) -> MessageURL {
    switch self {
    case .url(let url):
      guard world.platform == .ios else {
        throw EngineFailure(
          .misused, "the apps run on Android, where a URL can't open them with a message",
          help: "write `bundle = …`: the command, then one line NAME=value per parameter")
      }
      return url
    case .bundle(let bundle, let name):
      guard world.platform == .android else {
        throw EngineFailure(
          .misused, "a bundle opens Android apps, but the apps run on iOS",
          help: "write `platform android` in each app, or `url = …`")
      }
      return MessageURL(MessageIntent(bundle, to: try world.receiver(named: name, of: bundle)))
    }
  }
}

extension MobileIdPWorld {
  /// The platform of the apps, which is the same for all apps of a device.
  var platform: MessagePlatform {
    clients.first?.configuration.platform ?? providers.first?.configuration.platform ?? .ios
  }

  /// The scheme of the app that receives a bundle.
  fileprivate func receiver(
    named name: String?, of bundle: MessageBundle
  ) throws(EngineFailure) -> URLScheme {
    let (client, provider) = (clients.first, providers.first)
    guard let name else {
      let isRequest =
        MessageCommand(rawValue: ASCII.lowered(bundle.command.utf8)) == .authRequest
      let receiver =
        isRequest && provider != nil || client == nil
        ? provider?.configuration.scheme : client?.configuration.callback.scheme
      guard let receiver else {
        throw EngineFailure(.misused, "the run has no app that can receive the bundle")
      }
      return receiver
    }
    let word = Naming.normalized(name)
    let schemes =
      clients.map { ($0.name, $0.configuration.callback.scheme) }
      + providers.map { ($0.name, $0.configuration.scheme) }
    if let found = schemes.first(where: { $0.0 == name || Naming.normalized($0.0) == word }) {
      return found.1
    }
    guard let scheme = URLScheme(name), !scheme.isShared else {
      throw EngineFailure(
        .misused, "there is no app `\(name)`",
        help: "the run has \(names); a scheme is accepted too")
    }
    return scheme
  }
}
