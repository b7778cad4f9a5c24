import Testing

@testable import FlowHTTP

@Suite("Proxies")
struct ProxySettingTests {
  private static func find(
    _ variables: [String: String], for address: String = "https://acme.example/"
  ) throws -> ProxySetting? {
    try ProxySetting.find(for: try #require(HTTPURL(address))) { variables[$0] }
  }

  @Test(
    "A valid setting is used",
    arguments: [
      ("proxy", "proxy"), ("proxy:3128", "proxy:3128"), ("http://10.0.0.1:3128/", "10.0.0.1:3128"),
      ("HTTP://u:p%23w@proxy.example:80", "proxy.example:80"), ("u:p!$&'()*+,;=w@h:1", "h:1"),
      ("socks5h://u:a:b:c@[::1]:1080", "[::1]:1080"), ("https://u@h", "h"),
      ("http://:pw@h:9", "h:9"),
    ])
  func good(_ value: String, _ place: String) throws {
    #expect(try Self.find(["HTTPS_PROXY": value])?.place == place)
  }

  static let schemes = [
    "", "http://", "https://", "socks5://", "ftp://", "ht tp://", "://", "h#://",
  ]
  static let passwords = [
    "CANpr#pw", "CANpr/pw", "CANpr?pw", "CANpr@pw", "CANpr pw", "CANpr%zz", "CANpr\\pw",
    "CANpr\npw",
    "CANpr%", "CANpr\u{7F}", "CANpr",
  ]
  static let places = [
    "127.0.0.1:9", "h", "h:0", "h:99999", "h:x", "h:-1", "", ":9", "[::1", "[::1]x", "h:9/path",
    "h:9?q",
    "h:9#f", "h h", "hé",
  ]

  @Test(
    "An invalid setting is refused without quoting it",
    arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
  func bad(_ variable: String) throws {
    var refused = 0
    for scheme in Self.schemes {
      for password in Self.passwords {
        for place in Self.places {
          let value = "\(scheme)u:\(password)@\(place)"
          do throws(TransportFailure) {
            let found = try ProxySetting(variable, value)
            #expect(password == "CANpr", "\(value)")
            #expect(found.place == "127.0.0.1:9" || found.place == "h", "\(value)")
          } catch {
            refused += 1
            guard case .unavailable(let reason) = error else {
              Issue.record("\(error)")
              continue
            }
            #expect(reason.contains("`\(variable)`"))
            for part in ["CANpr", "pw@", "127.0.0.1"] {
              #expect(!reason.contains(part), "\(value)")
            }
          }
        }
      }
    }
    // Four schemes, one password and two locations can be parsed.
    #expect(refused == 8 * 11 * 15 - 4 * 2)
  }

  @Test("The variable is curl's, and an empty one is ignored")
  func order() throws {
    let all = ["https_proxy": "a", "HTTPS_PROXY": "b", "all_proxy": "c", "ALL_PROXY": "d"]
    #expect(try Self.find(all)?.place == "a")
    #expect(try Self.find(all.merging(["https_proxy": ""]) { $1 })?.variable == "HTTPS_PROXY")
    #expect(try Self.find(["ALL_PROXY": "d"])?.place == "d")
    #expect(try Self.find([:]) == nil)
    let plain = "http://acme.example/"
    #expect(try Self.find(["HTTP_PROXY": "x", "HTTPS_PROXY": "y"], for: plain) == nil)
    #expect(try Self.find(["http_proxy": "x"], for: plain)?.place == "x")
  }

  @Test("An unused setting isn't read")
  func spared() throws {
    #expect(try Self.find(["HTTPS_PROXY": "u:a b@h", "NO_PROXY": "*"]) == nil)
    #expect(throws: TransportFailure.self) {
      try Self.find(["HTTPS_PROXY": "u:a b@h", "NO_PROXY": "x"])
    }
  }
}
