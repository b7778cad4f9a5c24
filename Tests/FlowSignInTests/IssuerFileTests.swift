import FlowText
import FlowEngine
import FlowHTTP
import FlowSignIn
import Foundation
import IDXEngine
import Testing

@testable import FlowScript

/// The files and variables that set the issuer and the client.
@Suite struct IssuerFileTests {
  /// Reads a text as a file.
  private func read(_ text: String) throws -> IssuerSettings {
    try read(bytes: Array(text.utf8))
  }

  private func read(bytes: [UInt8]) throws -> IssuerSettings {
    let url = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try IssuerFile.read(url.path())
  }

  private static let json = """
    {
      "issuer": "https://acme.okta.com/oauth2/default", "clientId": "0oa1",
      "redirectUri": "com.example:/callback", "scopes": "openid profile offline_access"
    }
    """

  /// A property list as Apple's tools write it.
  private static func list(_ members: String, prolog: String = Self.prolog) -> String {
    "\(prolog)<plist version=\"1.0\">\n<dict>\n\(members)\n</dict>\n</plist>\n"
  }

  private static let prolog = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  private static let usual = """
    \t<key>issuer</key>
    \t<string>https://acme.okta.com/oauth2/default</string>
    \t<!-- of the <app> -->
    \t<key>clientId</key>
    \t<string>0oa1</string>
    \t<key>redirectUri</key>
    \t<string>com.example:/callback</string>
    \t<key>logoutRedirectUri</key>
    \t<string>com.example:/</string>
    \t<key>scopes</key>
    \t<string>openid profile offline_access</string>
    """

  @Test("JSON and a property list set the same", arguments: [json, list(usual), "\u{FEFF}" + json])
  func both(text: String) throws {
    let settings = try read(text)
    let configuration = try #require(try settings.configuration())
    #expect(configuration.issuer.description == "https://acme.okta.com/oauth2/default")
    #expect(configuration.clientID == "0oa1")
    #expect(configuration.redirectURI == "com.example:/callback")
    #expect(configuration.scopes == ["openid", "profile", "offline_access"])
    #expect(!configuration.isInProcess)
  }

  @Test("Scopes can be a list; a property list can have more, and older spellings")
  func variants() throws {
    let json = try read("{\"scopes\": [\"openid\", \"email\"]}")
    #expect(json.scopes?.value == ["openid", "email"])
    let members = """
      <key>issuer_url</key><string>https://a.example</string>
      <key>client_id</key><string>a&amp;b&#x41;&lt;&gt;&quot;&apos;&#66;</string>
      <key>scopes</key><array><string>openid</string><string>email</string></array>
      <key>theme</key><dict><key>dark</key><true/><key>sizes</key><array><integer>3</integer></array></dict>
      <key>empty</key><dict/><key>when</key><date>2026-01-01T00:00:00Z</date>
      """
    let list = try read(Self.list(members, prolog: ""))
    #expect(list.issuer?.value.host == "a.example")
    #expect(list.clientID?.value == "a&bA<>\"'B")
    #expect(list.scopes?.value == ["openid", "email"])
    #expect(list.redirectURI == nil)
  }

  @Test(
    "An invalid file is refused, with the location and the reason",
    arguments: [
      ("", "neither a JSON object nor XML"), ("[]", "neither a JSON object nor XML"),
      ("{\"issuer\": ", "neither a JSON object"),
      ("{\"issuer\": 3}", "`issuer`: it isn't a text"),
      ("{\"issuer\": \"acme.okta.com\"}", "`acme.okta.com` isn't an issuer"),
      ("{\"issuer\": \"http://acme.okta.com\"}", "needs https"),
      ("{\"issuer\": \"https://{yourOktaDomain}\"}", "is a placeholder"),
      ("{\"clientId\": \"\"}", "`clientId`: the client id is empty"),
      ("{\"redirectUri\": \"callback\"}", "isn't a redirect URI"),
      ("{\"scopes\": []}", "`scopes`: a scope is empty"),
      ("{\"scopes\": [3]}", "a list of texts"),
      ("{\"clientID\": \"a\"}", "unknown setting `clientID`"),
      ("{\"theme\": \"a\"}", "unknown setting `theme`"),
      ("{\"issuer\": \"https://a.b\", \"issuer\": \"https://a.c\"}", "given twice"),
      ("bplist00\u{1}", "a binary property list"),
      ("<plist></plist>", "line 1: the list isn't a dictionary"),
      ("<pli st></plist>", "line 1: this tag isn't part of a property list"),
      ("<plist version=\"1.0\"><array/></plist>", "isn't a dictionary"),
      (list("<key>issuer</key>"), "a value is missing before `</dict>`"),
      (list("<string>a</string>"), "line 5: a `<key>` is missing"),
      (list("<key>issuer</key><string>a"), "is missing here"),
      (list("<key>issuer</key><string>&x;</string>"), "`&x;` isn't a supported entity"),
      (list("<key>issuer</key><string>&#0;</string>"), "isn't a supported entity"),
      (list("<key>issuer</key><string>a & b</string>"), "doesn't begin an entity"),
      (list("<key>issuer</key><data>&#xD800;</data>"), "isn't a supported entity"),
      (list("<key>isuer</key><string>a</string>"), "unknown setting `isuer`"),
      (list("<key a=\"b\">issuer</key><string>a</string>"), "isn't part of a property list"),
      (list("<key>x</key><x/>"), "`<x>` isn't a value"),
      (list(usual) + "<a/>", "something follows the end"),
      (list(usual, prolog: "<!DOCTYPE plist [<!ENTITY x \"y\">]>"), "its own declarations"),
      (list("<!-- "), "a comment is never closed"), ("<", "line 1: a tag is never closed"),
      (
        list(
          "<key>x</key>" + String(repeating: "<array>", count: 40)
            + String(repeating: "</array>", count: 40)), "nested too deeply"
      ),
    ])
  func refused(text: String, words: String) throws {
    let fault = try #require(throws: PlainFailure.self) { try read(text) }
    #expect(fault.message.contains(words), "\(fault.message)")
    #expect(fault.help?.isEmpty == false)
  }

  @Test("Any invalid property list is only refused")
  func mutated() throws {
    let bytes = Array(Self.list(Self.usual).utf8)
    for index in bytes.indices {
      _ = try? PropertyList.members(of: Array(bytes[..<index]))
      for byte: UInt8 in [0, UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "/"), 0xFF] {
        var changed = bytes
        changed[index] = byte
        _ = try? PropertyList.members(of: changed)
      }
    }
    #expect(try PropertyList.members(of: bytes).count == 5)
  }

  @Test("A file that is too large, a folder and a missing file are refused")
  func files() throws {
    let large = Array(repeating: UInt8(ascii: " "), count: IssuerFile.bytesMax + 1)
    let fault = try #require(throws: PlainFailure.self) { try read(bytes: large) }
    #expect(fault.message.contains("larger than 64 KB"))
    #expect(throws: PlainFailure.self) { try IssuerFile.read("/") }
    #expect(throws: PlainFailure.self) { try IssuerFile.read("/nowhere") }
  }

  @Test("An app reads its Okta.plist, or gets the reason why not")
  func app() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Self.list(Self.usual).utf8).write(to: url)
    _ = try SignInConfiguration(contentsOf: url.path())
    try Data("{\"issuer\": \"https://a.example\"}".utf8).write(to: url)
    let failure = try #require(throws: SignInFailure.self) {
      try SignInConfiguration(contentsOf: url.path())
    }
    guard case .configuration(let message, _) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(message == "The issuer https://a.example/ needs a client id and a redirect URI.")
  }

  // MARK: Precedence

  @Test("The stronger source counts, for each setting separately")
  func strength() throws {
    var script = IssuerSettings()
    try script.set(.issuer, "https://script.example", from: .script("prod"))
    try script.set(.clientID, "script-client", from: .script("prod"))
    try script.set(.redirectURI, "script:/a", from: .script("prod"))
    try script.set(.scopes, "openid", from: .script("prod"))
    var file = IssuerSettings()
    try file.set(.clientID, "file-client", from: .file("okta.json"))
    try file.set(.redirectURI, "file:/a", from: .file("okta.json"))
    let environment = try IssuerSettings.environment([
      "FLOW_REDIRECT_URI": "environment:/a", "FLOW_SCOPES": "openid,email", "FLOW_CLIENT_ID": "",
    ])
    var options = IssuerSettings()
    try options.set(.scopes, "openid groups", from: .option("--scopes"))
    let all = script.overlaid(by: file).overlaid(by: environment).overlaid(by: options)
    #expect(
      all.origins.map { "\($0.name) \($0.value), \($0.origin)" } == [
        "issuer https://script.example/, org prod", "client id file-client, okta.json",
        "redirect URI environment:/a, FLOW_REDIRECT_URI", "scopes openid groups, --scopes",
      ])
  }

  @Test("A client secret isn't sent to an issuer that a stronger source names")
  func secrets() throws {
    var script = IssuerSettings()
    try script.set(.issuer, "https://script.example", from: .script("prod"))
    try script.set(.clientSecret, "canary", from: .script("prod"))
    let other = try IssuerSettings.environment(["FLOW_ISSUER": "https://other.example"])
    #expect(script.overlaid(by: other).clientSecret == nil)
    let both = try IssuerSettings.environment([
      "FLOW_ISSUER": "https://other.example", "FLOW_CLIENT_SECRET": "mine",
    ])
    #expect(script.overlaid(by: both).clientSecret?.value.reveal() == "mine")
    #expect(script.overlaid(by: IssuerSettings()).clientSecret != nil)
    #expect(!script.origins.map(\.value).contains("canary"))
  }

  @Test("An invalid variable is reported by its name")
  func variables() throws {
    let fault = try #require(throws: PlainFailure.self) {
      try IssuerSettings.environment(["FLOW_ISSUER": "acme"])
    }
    #expect(fault.message == "FLOW_ISSUER: `acme` isn't an issuer")
  }
}
