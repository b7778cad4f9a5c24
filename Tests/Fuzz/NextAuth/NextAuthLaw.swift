import FlowCrypto
import FlowHTTP

@testable import NextAuthEngine

/// The invariants of all bytes that come as a QR code, a link, a push message or an SDK's answer.
///
/// They are read or refused, and a payload's texts are within the limits of the display.
enum NextAuthLaw {
  /// The law that bytes break; `nil` if they satisfy all.
  static func broken(by bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let payloads = [
      try? SessionPayload.read(bytes), try? SessionPayload.read(text: text),
      try? SessionPayload.read(link: text), sealed(bytes, kind: 1), sealed(bytes, kind: 2),
    ]
    for payload in payloads.compactMap({ $0 }) {
      if let broken = limits(payload) { return broken }
    }
    _ = try? PushMessage.read(text) { (_, _, _) throws(CallFailure) in nil }
    if case .success(let message) = pushed(bytes), case .session(let payload) = message.content {
      if let broken = limits(payload) { return broken }
    }
    return answers(bytes)
  }

  /// The bytes as the content of a QR code with a valid frame.
  private static func sealed(_ content: [UInt8], kind: UInt8) -> SessionPayload? {
    let framed = Array("NXQ1".utf8) + [kind] + content
    return try? SessionPayload.read(framed + SHA256.hash(framed).prefix(4))
  }

  /// The bytes as the content of a push message for this device.
  private static func pushed(_ content: [UInt8]) -> Result<PushMessage, SessionError>? {
    let frame = Base64URL.encode(Array("NXP1".utf8) + [UInt8](repeating: 0, count: 28))
    return try? PushMessage.read(frame) { (_, _, _) throws(CallFailure) in content }
  }

  private static func limits(_ payload: SessionPayload) -> String? {
    for info in [payload.announce, payload.info].compactMap({ $0 }) {
      guard info.texts.count <= ShownInfo.textsMax else { return "more texts than are shown" }
    }
    guard payload.server.utf8.count <= WireLimits.textBytes else { return "a name is too long" }
    return nil
  }

  /// The bytes as each of an SDK's answers.
  private static func answers(_ bytes: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: bytes, limits: WireLimits.body),
      let object = try? WireObject(json, "answer")
    else { return nil }
    _ = try? ServerParameters(object)
    _ = try? SessionInput(factorAnswer: object)
    _ = try? SessionInput.loginAnswer(object)
    _ = try? SDKEvent(object)
    for event in (try? object.objects("events")) ?? [] { _ = try? SDKEvent(event) }
    guard let answer = try? DeviceAnswer(object, now: .seconds(1_700_000_000)) else { return nil }
    guard answer.device.accounts.count <= DeviceLimits.accounts else { return "too many accounts" }
    return nil
  }
}
