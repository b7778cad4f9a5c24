import FlowEngine
import MobileIdPEngine
import TestSupport
import Testing

/// Arbitrary messages, and damaged URLs.
///
/// A failure prints its seed, and `FLOW_MOBILE_IDP_SEED` starts with it.
@Suite("Random app messages")
struct MutationTests {
  @Test("Written messages are read back, as a URL and as a bundle, in both profiles")
  func roundTrips() throws {
    let scheme = try #require(URLScheme("sampleapp"))
    for seed in Known.seed..<Known.seed + 2_000 {
      var random = SeededGenerator(seed: seed)
      let message = try #require(AppMessage.random(&random))
      let context = "FLOW_MOBILE_IDP_SEED=\(seed)"
      #expect(try AppMessage(message.url(to: scheme)) == message, "\(context)")
      #expect(try AppMessage(message.bundle()) == message, "\(context)")
      // The SDK's numbers include only a cancel's code.
      if case .error = message { continue }
      #expect(try AppMessage(message.url(to: scheme, .ios), .ios) == message, "\(context)")
      #expect(try AppMessage(message.bundle(.ios), .ios) == message, "\(context)")
    }
  }

  /// The number of damaged URLs, in parts that run concurrently.
  static let count: UInt64 = 100_000
  static let parts: UInt64 = 8

  @Test(
    "None of 100,000 damaged URLs traps, and readable ones are written and read as the same",
    arguments: 0..<parts)
  func mutations(_ part: UInt64) throws {
    let scheme = try #require(URLScheme("sampleapp"))
    let messages = try MutationTests.messages(part, to: scheme)
    var parsed = 0
    let size = MutationTests.count / MutationTests.parts
    let first = Known.seed + part * size
    for seed in first..<first + size {
      var random = SeededGenerator(seed: seed)
      guard let (whole, profile) = messages.randomElement(using: &random) else { continue }
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.damage(&random) }
      let url = MessageURL(String(decoding: bytes, as: UTF8.self))
      guard let read = try? AppMessage(url, profile) else { continue }
      parsed += 1
      guard let again = MutationTests.rewritten(read, scheme, profile) else { continue }
      guard again == read.asWritten(profile) else {
        Issue.record("FLOW_MOBILE_IDP_SEED=\(seed) \(profile) \(url.reveal())")
        return
      }
    }
    #expect(parsed > 500, "not every mutation breaks a message")
  }

  /// The number of URLs of arbitrary messages, each of which is damaged in many ways.
  private static func messages(
    _ part: UInt64, to scheme: URLScheme
  ) throws -> [(bytes: [UInt8], profile: MessageProfile)] {
    var random = SeededGenerator(seed: Known.seed + part)
    return try (0..<500).map { _ in
      let message = try #require(AppMessage.random(&random))
      let profile: MessageProfile = Bool.random(using: &random) ? .strict : .ios
      return (Array(try message.url(to: scheme, profile).reveal().utf8), profile)
    }
  }

  /// The result of writing and reading again.
  ///
  /// It is `nil` if an answer that is read without its host can't be written without it (section
  /// 5.2).
  private static func rewritten(
    _ message: AppMessage, _ scheme: URLScheme, _ profile: MessageProfile
  ) -> AppMessage? {
    do throws(MessageFault) {
      return try AppMessage(message.url(to: scheme, profile), profile)
    } catch {
      if error != MessageFault(.missing, .loginHost, rule: "section 5") {
        Issue.record("\(error) of \(message)")
      }
      return nil
    }
  }
}

extension AppMessage {
  /// The error after the SDK's form, which has two error codes.
  fileprivate func asWritten(_ profile: MessageProfile) -> AppMessage {
    guard profile == .ios, case .error(var error) = self else { return self }
    if error.code != "user_cancelled" { error.code = "0" }
    return .error(error)
  }

  /// A message of arbitrary values.
  static func random(_ random: inout SeededGenerator) -> AppMessage? {
    func text(_ most: Int = 24) -> String {
      let scalars: [Unicode.Scalar] = ["a", "Z", "0", "%", "&", "=", "+", " ", "ä", "😀", "/", "#"]
      return String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1...most, using: &random)).compactMap { _ in
            scalars.randomElement(using: &random)
          }))
    }
    func id(_ prefix: String) -> String {
      let count = Bool.random(using: &random) ? 12 : 15
      return prefix + String((0..<count).compactMap { _ in "09azAZ".randomElement(using: &random) })
    }
    func maybe<Value>(_ value: Value?) -> Value? { Bool.random(using: &random) ? value : nil }
    guard let hint = UserHint(org: id("00D"), user: id("005")), let host = LoginHost("a.b-c.test"),
      let callback = CallbackURI(
        "sampleapp:x?a=b&c=%20;d/\(Int.random(in: 0..<99, using: &random))"),
      let challenge = CodeVerifier(
        randomBytes: (0..<32).map { _ in .random(in: 0...255, using: &random) })?.challenge
    else { return nil }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let scopes = (0..<Int.random(in: 0...5, using: &random)).map { "s\($0)" }
      return .authRequest(
        AuthRequest(
          clientID: text(), challenge: challenge, callback: callback, scopes: ScopeList(scopes),
          userHint: maybe(hint), loginHost: maybe(host), state: Secret(text()),
          appName: maybe(text())))
    case 1:
      return .authResponse(
        AuthResponse(code: Secret(text()), state: Secret(text()), loginHost: host))
    case 2:
      return .error(
        ErrorMessage(text(), description: text(), reason: text(), state: maybe(Secret(text()))))
    case 3:
      return .idpInit(
        IdPInit(userHint: maybe(hint), loginHost: host, startURL: maybe(callback)))
    default:
      return .idpAuthCodeInit(
        IdPAuthCodeInit(
          userHint: hint, verifier: .init(group: text(), reference: text()), code: Secret(text())))
    }
  }
}

extension [UInt8] {
  /// Damages a URL in one place: a byte added, removed or replaced, a part duplicated or swapped.
  mutating func damage(_ random: inout SeededGenerator) {
    guard !isEmpty else { return }
    let bytes = Array("%&=+:/?#.aZ0\u{0} \u{FF}".utf8)
    let place = Int.random(in: 0..<count, using: &random)
    let byte = bytes.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<6, using: &random) {
    case 0: self[place] = byte
    case 1: insert(byte, at: place)
    case 2: remove(at: place)
    case 3: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 4:
      let pieces = split(separator: UInt8(ascii: "&"))
      append(UInt8(ascii: "&"))
      append(contentsOf: pieces.randomElement(using: &random) ?? [])
    default: removeLast(Int.random(in: 0..<Swift.min(count, 40), using: &random))
    }
  }
}
