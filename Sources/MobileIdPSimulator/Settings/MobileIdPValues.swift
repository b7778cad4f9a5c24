import FlowDiagnostics
import FlowEngine
import FlowHTTP
import SimulatorKit

// These values occur in several blocks.
extension MobileIdPDraft {
  /// The setting's single name; reports a problem if it is too long.
  func name(_ line: SettingLine) -> String? { line.name(limit: MobileIdPLimits.name) }

  /// The setting's single text, which is a secret.
  func secret(_ line: SettingLine) -> Secret? {
    guard let secret = line.one({ $0.secret }) else { return nil }
    let limit = MobileIdPLimits.secret
    let isShort = reader.fits(secret.reveal(), limit, "a secret", at: line.valuePlace)
    return isShort ? secret : nil
  }

  /// The setting's names, separated by commas; reports repeated names, and too many names.
  func list(
    _ line: SettingLine, _ what: String, limit: Int, length: Int
  ) -> [(name: String, term: SettingTerm)] {
    var list: [(name: String, term: SettingTerm)] = []
    for (name, term) in line.names() {
      if let other = list.first(where: { $0.name == name }) {
        reader.report(
          SettingProblem(
            .duplicate, "`\(name)` is listed twice", at: term.place, other: other.term.place))
        continue
      }
      guard reader.fits(name, length, "one of the \(what)", at: term.place) else { continue }
      guard list.count < limit else {
        reader.tooMany(what, limit, at: term.place)
        break
      }
      list.append((name, term))
    }
    return list
  }

  /// Whether a name is one of the candidates; reports a problem if it isn't.
  func known(
    _ name: String, _ what: String, in candidates: [String], at place: SourceRange
  ) -> Bool {
    guard !candidates.contains(name) else { return true }
    reader.report(
      SettingProblem(
        .value, "this org has no \(what) `\(name)`", at: place, word: name,
        candidates: candidates))
    return false
  }

  /// The setting's scopes (RFC 6749, section 3.3), which must not contain a comma.
  func scopes(_ line: SettingLine) -> [String] {
    let list = list(
      line, "scopes", limit: MobileIdPLimits.scopes, length: MobileIdPLimits.name)
    for (name, term) in list {
      let isSound = name.utf8.allSatisfy {
        (0x21...0x7E).contains($0) && !"\",\\".utf8.contains($0)
      }
      guard !isSound else { continue }
      reader.report(SettingProblem(.value, "`\(name)` isn't a scope", at: term.place))
    }
    return list.map(\.name)
  }

  /// The setting's hosts in lower case, without scheme, port or path.
  func hostNames(
    _ line: SettingLine
  ) -> [(host: String, place: SourceRange)] {
    let list = list(
      line, "login hosts", limit: MobileIdPLimits.hosts, length: MobileIdPLimits.name)
    var hosts: [(host: String, place: SourceRange)] = []
    for (name, term) in list {
      let isName = name.utf8.allSatisfy {
        (48...57).contains($0) || (97...122).contains($0 | 32) || "-.".utf8.contains($0)
      }
      guard isName, let url = HTTPURL("https://\(name)/"), url.host == name.lowercased() else {
        reader.report(
          SettingProblem(
            .value, "`\(name)` isn't a host", at: term.place,
            help: "write only its name, as \(line.form)"))
        continue
      }
      guard !hosts.contains(where: { $0.host == url.host }) else {
        reader.report(SettingProblem(.duplicate, "`\(name)` is listed twice", at: term.place))
        continue
      }
      hosts.append((url.host, term.place))
    }
    return hosts
  }

  /// Whether a text is a valid callback URL with a custom scheme (rule K4); reports a problem if
  /// not.
  func isCallback(_ text: String, at place: SourceRange) -> Bool {
    guard reader.fits(text, MobileIdPLimits.url, "a callback", at: place) else { return false }
    guard let scheme = CustomScheme(of: text), !scheme.isReserved,
      MobileIdPDraft.isAbsolute(text)
    else {
      reader.report(
        SettingProblem(
          .value, "`\(text)` isn't a callback", at: place,
          help: "write a URL with a scheme of the app's own, such as `sampleapp://oauth2/done`"))
      return false
    }
    return true
  }

  /// Whether a text is an absolute URL without a fragment (RFC 3986, section 4.3).
  static func isAbsolute(_ text: String) -> Bool {
    guard let scheme = CustomScheme(of: text) else { return false }
    return text.utf8.count > scheme.name.utf8.count + 1
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
  }
}
