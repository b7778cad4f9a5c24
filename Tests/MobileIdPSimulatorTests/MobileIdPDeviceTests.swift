import FlowEngine
import MobileIdPSimulator
import Testing

@Suite("A simulated device that opens URLs by their schemes") struct MobileIdPDeviceTests {
  static let thief = "app \"Thief\" { role hostile; scheme \"sampleapp\" }"

  private func device(_ more: String = "") throws -> MobileIdPDevice {
    try MobileIdPClient.org(MobileIdPClient.world + "\n" + more).device
  }

  @Test("An app gets the exact URL that is opened with its scheme, and learns the sender")
  func delivered() throws {
    let device = try device()
    let url = "sampleidpapp://oauth2/v1.0/authrequest?sender=Authenticator&x=%zz+ä\u{0}"
    guard case .delivered(let there) = device.open(url, from: "Sample App") else {
      throw CancellationError()
    }
    #expect(Array(there.url.utf8) == Array(url.utf8))
    #expect(there.sender == "sampleapp")
    #expect(there.receiver == "Authenticator")
    #expect(there.rivals == [])
    guard case .delivered(let back) = device.open("SampleApp:x", from: "Authenticator") else {
      throw CancellationError()
    }
    #expect(back.receiver == "Sample App")
    #expect(back.sender == "sampleidpapp")
    #expect(device.canOpen("sampleapp://"))
  }

  @Test("A URL that no app claims can't be opened, and a browser opens its own URLs")
  func notOpenable() throws {
    let device = try device()
    for (url, opening) in [
      ("other://x", .notOpenable(.noApp)), ("", .notOpenable(.malformed)),
      ("nonsense", .notOpenable(.malformed)), ("://x", .notOpenable(.malformed)),
      ("1a://x", .notOpenable(.malformed)), ("a b://x", .notOpenable(.malformed)),
      ("javascript:alert(1)", .notOpenable(.malformed)),
      ("file:///etc/passwd", .notOpenable(.malformed)), ("https://acme.test/", .web),
      ("HTTP://acme.test/", .web),
    ] as [(String, MobileIdPDevice.Opening)] {
      #expect(device.open(url, from: "Sample App") == opening, "\(url)")
      #expect(device.canOpen(url) == (opening == .web), "\(url)")
    }
    let long = "sampleidpapp:" + String(repeating: "x", count: 64 << 10)
    #expect(device.open(long, from: "Sample App") == .notOpenable(.tooLong))
    #expect(!device.canOpen(long))
    let full = String(decoding: long.utf8.prefix(64 << 10), as: UTF8.self)
    #expect(device.canOpen(full))
    #expect(device.open("sampleapp://x", from: "Nobody") == .notOpenable(.noSender))
  }

  @Test("An app that isn't installed, or no longer is, gets and sends nothing")
  func missing() throws {
    let settings = try MobileIdPClient.world("role provider;", "role provider; installed off;")
    let without = try MobileIdPClient.org(settings).device
    #expect(without.open("sampleidpapp://x", from: "Sample App") == .notOpenable(.noApp))
    #expect(without.open("sampleapp://x", from: "Authenticator") == .notOpenable(.noSender))
    #expect(!without.canOpen("sampleidpapp://x"))
    var device = try device()
    device.uninstall("Nobody")
    #expect(device.apps.map(\.name) == ["Authenticator", "Sample App"])
    device.uninstall("Authenticator")
    #expect(device.open("sampleidpapp://x", from: "Sample App") == .notOpenable(.noApp))
  }

  @Test(
    "If two apps have one scheme, the app of the settings gets the URL, else the first",
    arguments: [
      ("", "Sample App", "Thief"), ("receiver \"sampleapp\" \"Thief\"", "Thief", "Sample App"),
    ])
  func claimed(setting: String, receiver: String, rival: String) throws {
    let device = try device(Self.thief + "\n" + setting)
    guard case .delivered(let delivery) = device.open("sampleapp://x", from: "Authenticator")
    else { throw CancellationError() }
    #expect(delivery.receiver == receiver)
    #expect(delivery.rivals == [rival])
    // The remaining app gets it.
    var other = device
    other.uninstall(receiver)
    guard case .delivered(let left) = other.open("sampleapp://x", from: "Authenticator") else {
      throw CancellationError()
    }
    #expect(left.receiver == rival)
    #expect(left.rivals == [])
  }

  @Test("A hostile app sends as itself, whatever its scheme and its message say")
  func hostile() throws {
    let device = try device(Self.thief)
    guard
      case .delivered(let delivery) = device.open(
        "sampleidpapp://oauth2/v1.0/authrequest?sender=sampleapp", from: "Thief")
    else { throw CancellationError() }
    #expect(delivery.sender == "Thief")
    let named = try self.device("app \"Thief\" { role hostile; id \"com.thief\" }")
    guard case .delivered(let other) = named.open("sampleapp://x", from: "Thief") else {
      throw CancellationError()
    }
    #expect(other.sender == "com.thief")
  }
}
