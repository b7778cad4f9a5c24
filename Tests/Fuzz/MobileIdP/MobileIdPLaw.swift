import FlowEngine
import FlowHTTP

@testable import MobileIdPEngine

/// The invariants of all bytes that one app may send another, as a URL or as a bundle's lines.
///
/// They are read or refused, the inspection agrees, and the written message is read as the same.
enum MobileIdPLaw {
  /// The law that bytes break; `nil` if they satisfy all.
  static func broken(by bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let url = MessageURL(text)
    let inspection = MessageInspection(url)
    // Valid text is the same URL as bytes; a bundle of one line is only its command.
    let isText = Array(text.utf8) == bytes
    let lines = bytes.contains(UInt8(ascii: "\n")) ? MessageInspection(bundle: bytes) : nil
    let others = [lines, isText ? nil : MessageInspection(url: bytes)].compactMap { $0 }
    for inspection in [inspection] + others {
      if let broken = places(inspection) { return broken }
    }
    if let broken = callback(text) ?? answer(bytes) { return broken }
    let profiles = MessageProfile.allCases
    // Its waiting client uses one profile, which the input selects.
    if let broken = received(url, profiles[bytes.count % profiles.count]) { return broken }
    for profile in profiles {
      let message = try? AppMessage(url, profile)
      guard (message != nil) == inspection.isMessage(profile) else {
        return "the reader and the inspection disagree (\(profile.rawValue))"
      }
      if let message, let broken = writing(message, profile) { return broken }
      guard let lines, let bundle = MessageBundle(lines: bytes) else { continue }
      let ofBundle = try? AppMessage(bundle, profile)
      guard (ofBundle != nil) == lines.isMessage(profile) else {
        return "the reader and the inspection of a bundle disagree (\(profile.rawValue))"
      }
      if let ofBundle, let broken = writing(ofBundle, profile) { return broken }
    }
    return nil
  }

  private static func places(_ inspection: MessageInspection) -> String? {
    for finding in inspection.findings where finding.range.upperBound > inspection.bytes.count {
      return "a finding is outside the text"
    }
    for parameter in inspection.parameters
    where parameter.range.upperBound > inspection.bytes.count
      || parameter.valueRange.upperBound > inspection.bytes.count
    {
      return "a parameter is outside the text"
    }
    return nil
  }

  /// A message is written, as a URL and as a bundle, and both are read as the same.
  private static func writing(_ message: AppMessage, _ profile: MessageProfile) -> String? {
    guard let scheme = URLScheme("app") else { return "a scheme is refused" }
    // A leniently read message may lack required parts.
    guard let url = try? message.url(to: scheme, profile),
      let bundle = try? message.bundle(profile)
    else { return nil }
    guard url.reveal().utf8.count <= MessageLimits.urlBytes else { return nil }
    var expected = message
    // The SDK's form has two error codes.
    if profile == .ios, case .error(var error) = message, error.code != "user_cancelled" {
      error.code = "0"
      expected = .error(error)
    }
    guard (try? AppMessage(url, profile)) == expected else { return "it is read as another URL" }
    guard (try? AppMessage(bundle, profile)) == expected else {
      return "it is read as another bundle"
    }
    let intent = MessageURL(MessageIntent(bundle, to: scheme))
    guard (try? AppMessage(intent, profile)) == expected else {
      return "it is read as another intent"
    }
    return nil
  }

  private static func callback(_ text: String) -> String? {
    guard let callback = CallbackURI(text) else { return nil }
    return CallbackURI(callback.text) == callback ? nil : "a callback is another"
  }

  /// The bytes as the answer of a token endpoint.
  private static func answer(_ bytes: [UInt8]) -> String? {
    for status in [200, 400] {
      _ = try? TokenAnswer(HTTPResponse(status: status, body: .bytes(bytes)))
    }
    return nil
  }

  /// A client that waits for an answer accepts it, refuses it or continues to wait.
  private static func received(_ url: MessageURL, _ profile: MessageProfile) -> String? {
    guard let callback = CallbackURI("app://oauth2/done"), let host = LoginHost("login.a.test"),
      let verifier = CodeVerifier(String(repeating: "a", count: 128))
    else { return "a request can't be made" }
    let check = AnswerCheck(
      url,
      to: PendingRequest(
        clientID: "c", callback: callback, verifier: verifier,
        state: profile == .ios ? nil : Secret("s"), loginHost: host, profile: profile))
    if case .redeem(_, let host) = check.verdict, host.name.isEmpty {
      return "no host to redeem at"
    }
    return nil
  }
}
