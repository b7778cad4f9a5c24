package import FlowText
package import FlowEngine
import FlowSyntax
package import FlowHTTP
package import IDXEngine

/// The settings of an issuer and its client, which can come from several sources.
///
/// Each setting has an origin.
package struct IssuerSettings: Sendable {
  /// One setting.
  package struct Item<Value: Sendable>: Sendable {
    package var value: Value
    package var origin: Origin
  }

  /// The source of a setting.
  ///
  /// Later cases take precedence over earlier cases.
  package enum Origin: Sendable, Hashable {
    /// The default value.
    case usual
    /// An org in a script, by its name.
    case script(String)
    /// A configuration file, by its path.
    case file(String)
    /// An environment variable, by its name.
    case environment(String)
    /// An option of the command line, by its name.
    case option(String)

    private var rank: Int {
      switch self {
      case .usual: 0
      case .script: 1
      case .file: 2
      case .environment: 3
      case .option: 4
      }
    }

    /// Whether only a script provides the setting.
    package var isOfScript: Bool {
      if case .script = self { true } else { false }
    }

    /// Whether this origin takes precedence over another, or has the same precedence.
    func isAsStrong(as other: Origin) -> Bool { rank >= other.rank }
  }

  package var issuer: Item<HTTPURL>?
  package var clientID: Item<String>?
  package var clientSecret: Item<Secret>?
  package var redirectURI: Item<String>?
  package var scopes: Item<[String]>?
  /// The origin of a client secret that was dropped, because it wasn't intended for the issuer.
  private var withheld: Origin?

  /// Makes empty settings.
  package init() {}

  /// The default scopes.
  package static let usualScopes = ["openid", "profile"]

  /// Returns these settings, overridden by others that take precedence.
  ///
  /// A client secret is dropped if it isn't intended for the issuer. This is so if a source with
  /// higher precedence names the issuer, or if only a script names the issuer and the secret comes
  /// from elsewhere.
  package func overlaid(by stronger: IssuerSettings) -> IssuerSettings {
    var settings = self
    if let other = stronger.issuer {
      settings.issuer = other
      if let secret = clientSecret, !secret.origin.isAsStrong(as: other.origin) {
        settings.clientSecret = nil
        settings.withheld = secret.origin
      }
    }
    settings.clientID = stronger.clientID ?? clientID
    settings.clientSecret = stronger.clientSecret ?? settings.clientSecret
    if case .script? = settings.issuer?.origin, let secret = settings.clientSecret,
      !secret.origin.isOfScript
    {
      settings.clientSecret = clientSecret.flatMap { $0.origin.isOfScript ? $0 : nil }
      settings.withheld = secret.origin
    }
    settings.redirectURI = stronger.redirectURI ?? redirectURI
    settings.scopes = stronger.scopes ?? scopes
    return settings
  }

  /// The help for a missing setting on the command line.
  package static let options =
    "set it as registered for the app, with `--client-id` and `--redirect-uri`, in the file of "
    + "`--config`, or in the script's org"

  /// Makes the engine's configuration from the settings.
  ///
  /// - Parameter help: The help for a missing setting.
  /// - Returns: The configuration; `nil` if no issuer is named.
  /// - Throws: `PlainFailure` if an issuer is named, but another required setting is missing.
  package func configuration(
    help: String = IssuerSettings.options
  ) throws(PlainFailure) -> IDXConfiguration? {
    guard let issuer else { return nil }
    guard let clientID, let redirectURI else {
      let missing = [
        clientID == nil ? "a client id" : nil, redirectURI == nil ? "a redirect URI" : nil,
      ]
      throw PlainFailure(
        "the issuer \(issuer.value) needs "
          + missing.compactMap { $0 }.joined(separator: " and "),
        help: help)
    }
    return IDXConfiguration(
      issuer: issuer.value, clientID: clientID.value, clientSecret: clientSecret?.value,
      redirectURI: redirectURI.value,
      scopes: scopes?.value ?? IssuerSettings.usualScopes)
  }

  // MARK: Reading

  /// The settings.
  ///
  /// The raw values are their names in messages.
  package enum Name: String, Sendable, CaseIterable {
    case issuer = "issuer"
    case clientID = "client id"
    case clientSecret = "client secret"
    case redirectURI = "redirect URI"
    case scopes = "scopes"
  }

  /// Sets a setting from a text.
  ///
  /// - Parameters:
  ///   - name: The name of the setting.
  ///   - text: The text. Scopes are separated by spaces or commas.
  ///   - origin: The origin of the text.
  ///   - isQuoted: Whether a message may quote the text. A client secret is never quoted.
  /// - Throws: `PlainFailure` if the text isn't valid for the setting.
  package mutating func set(
    _ name: Name, _ text: String, from origin: Origin, isQuoted: Bool = true
  ) throws(PlainFailure) {
    let isQuoted = isQuoted && name != .clientSecret
    try Self.refusePlaceholder(text, name, isQuoted)
    switch name {
    case .issuer: issuer = Item(value: try Self.issuer(text), origin: origin)
    case .clientID: clientID = Item(value: try Self.word(text, name), origin: origin)
    case .clientSecret:
      clientSecret = Item(value: Secret(try Self.word(text, name)), origin: origin)
    case .redirectURI:
      redirectURI = Item(value: try Self.redirectURI(text, isQuoted), origin: origin)
    case .scopes:
      try set(scopes: text.split { $0 == " " || $0 == "," }.map(String.init), from: origin)
    }
  }

  /// Sets the scopes from a list.
  package mutating func set(scopes texts: [String], from origin: Origin) throws(PlainFailure) {
    guard !texts.isEmpty, !texts.contains(where: Self.isBlank) else {
      throw PlainFailure(
        "a scope is empty or missing", help: "for example `openid profile`")
    }
    scopes = Item(value: texts, origin: origin)
  }

  private static func issuer(_ text: String) throws(PlainFailure) -> HTTPURL {
    guard !text.utf8.contains(UInt8(ascii: "@")) else {
      // The address isn't quoted, because it may contain a password.
      throw PlainFailure(
        "an issuer's address can't contain a user name",
        help: "write it as the admin console shows it: `https://acme.okta.com/oauth2/default`")
    }
    guard let url = HTTPURL(text), url.query == nil else {
      throw PlainFailure(
        "`\(text.displayedAddress)` isn't an issuer",
        help: "write its whole address, such as `https://acme.okta.com/oauth2/default`")
    }
    guard url.scheme == .https || url.isLoopback else {
      throw PlainFailure(
        "an issuer needs https; plain http is allowed only on this machine",
        help: "write `https://\(url.host)\(url.path)`")
    }
    return url
  }

  private static func word(_ text: String, _ name: Name) throws(PlainFailure) -> String {
    guard !isBlank(text) else {
      throw PlainFailure(
        "the \(name.rawValue) is empty, or has a space in it",
        help: "use the value of the app's registration")
    }
    return text
  }

  private static func redirectURI(_ text: String, _ isQuoted: Bool) throws(PlainFailure) -> String {
    guard hasScheme(text) else {
      let shown = isQuoted ? "`\(text.displayedAddress)`" : "the value"
      throw PlainFailure(
        "\(shown) isn't a redirect URI",
        help: "use the value of the app's registration: `com.example.app:/callback`")
    }
    return text
  }

  /// Throws if a text is a placeholder from a sample file, such as `{clientId}`.
  private static func refusePlaceholder(
    _ text: String, _ name: Name, _ isQuoted: Bool
  ) throws(PlainFailure) {
    guard name != .scopes, text.utf8.contains(UInt8(ascii: "{")) else { return }
    let shown = isQuoted ? "`\(text.displayedAddress)`" : "the \(name.rawValue)"
    throw PlainFailure(
      "\(shown) is a placeholder",
      help: "copy the value from the app's page in the admin console")
  }

  private static func isBlank(_ text: String) -> Bool {
    text.utf8.isEmpty || text.utf8.contains { $0 <= 32 }
  }

  /// Whether a text begins with a scheme (RFC 3986, section 3.1) and has more text after it.
  private static func hasScheme(_ text: String) -> Bool {
    guard !isBlank(text), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return false
    }
    let scheme = text.utf8[..<colon]
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
    return scheme.first.map(isLetter) == true
      && scheme.allSatisfy { isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
      && text.utf8.index(after: colon) < text.utf8.endIndex
  }
}

extension IssuerSettings.Origin: CustomStringConvertible {
  /// A short description of the origin.
  package var description: String {
    switch self {
    case .usual: "the default"
    case .script(let name): "org \(name.displayed)"
    case .file(let path): path.displayed
    case .environment(let name): name
    case .option(let name): name
    }
  }
}

extension IssuerSettings {
  /// The settings with their names and origins, for a trace.
  ///
  /// The client secret is masked.
  package var origins: [(name: String, value: String, origin: Origin)] {
    var all: [(name: String, value: String, origin: Origin)] = []
    if let issuer { all.append((Name.issuer.rawValue, "\(issuer.value)", issuer.origin)) }
    if let clientID { all.append((Name.clientID.rawValue, clientID.value, clientID.origin)) }
    if let clientSecret {
      all.append((Name.clientSecret.rawValue, Secret.mask, clientSecret.origin))
    } else if let withheld {
      all.append((Name.clientSecret.rawValue, "none: not meant for this issuer", withheld))
    }
    if let redirectURI {
      all.append((Name.redirectURI.rawValue, redirectURI.value, redirectURI.origin))
    }
    let scopes = scopes ?? Item(value: IssuerSettings.usualScopes, origin: .usual)
    all.append((Name.scopes.rawValue, scopes.value.joined(separator: " "), scopes.origin))
    return all
  }

  /// Reads the settings from environment variables.
  ///
  /// - Parameter variables: The environment variables. Empty variables are ignored.
  /// - Returns: The settings.
  /// - Throws: `PlainFailure`. The message begins with the name of the variable.
  package static func environment(
    _ variables: [String: String]
  ) throws(PlainFailure) -> IssuerSettings {
    var settings = IssuerSettings()
    let names: [(String, Name)] = [
      ("FLOW_ISSUER", .issuer), ("FLOW_CLIENT_ID", .clientID),
      ("FLOW_CLIENT_SECRET", .clientSecret), ("FLOW_REDIRECT_URI", .redirectURI),
      ("FLOW_SCOPES", .scopes),
    ]
    for (variable, name) in names {
      guard let text = variables[variable], !text.isEmpty else { continue }
      do throws(PlainFailure) {
        try settings.set(name, text, from: .environment(variable))
      } catch {
        throw PlainFailure("\(variable): \(error.message)", help: error.help)
      }
    }
    return settings
  }
}

extension String {
  /// The text on one line, without control characters.
  var displayed: String { DisplayText.line(self) }

  /// The text of an address for messages: on one line, with user name and password hidden.
  package var displayedAddress: String {
    AddressSecrets.hidden(self, mask: Secret.mask).displayed
  }
}
