package import FlowText
import FlowSyntax
import FlowHTTP

/// Reads a configuration file with the issuer and the client.
///
/// The file is JSON, or the property list of an app with Okta's SDK (`Okta.plist`).
package enum IssuerFile {
  /// The maximum size of the file in bytes.
  ///
  /// Real files are shorter than a page.
  package static let bytesMax = 64 << 10

  /// The names of the settings.
  ///
  /// `spellings` has the names that Okta's property lists use.
  private static let names: [String: IssuerSettings.Name] = [
    "issuer": .issuer, "clientId": .clientID, "redirectUri": .redirectURI, "scopes": .scopes,
  ]
  private static let spellings: [String: String] = [
    "issuer_url": "issuer", "client_id": "clientId", "redirect_uri": "redirectUri",
    "scope": "scopes", "logout_redirect_uri": "logoutRedirectUri",
  ]
  /// The address for a browser after signing out.
  ///
  /// The address is accepted, but not used.
  private static let unused = "logoutRedirectUri"

  /// Reads a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The settings.
  /// - Throws: `PlainFailure`. The message begins with the path.
  package static func read(_ path: String) throws(PlainFailure) -> IssuerSettings {
    let help =
      "the file must be JSON (`{\"issuer\": …, \"clientId\": …, \"redirectUri\": …, "
      + "\"scopes\": …}`) or an `Okta.plist`"
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: bytesMax)
    } catch {
      throw PlainFailure("\(path.displayed): \(error.words)", help: help)
    }
    do throws(PlainFailure) { return try read(bytes, path: path, help: help) } catch {
      throw PlainFailure("\(path.displayed): \(error.message)", help: error.help)
    }
  }

  private static func read(
    _ bytes: [UInt8], path: String, help: String
  ) throws(PlainFailure) -> IssuerSettings {
    if bytes.starts(with: "bplist".utf8) {
      throw PlainFailure(
        "this is a binary property list",
        help: "`plutil -convert xml1 \(path.displayed)` converts it to text")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { $0 > 32 }
    let isList = first == UInt8(ascii: "<")
    let members: [(name: String, value: PropertyList)]
    if isList {
      do throws(PlainFailure) { members = try PropertyList.members(of: Array(text)) } catch {
        throw PlainFailure("\(error.place ?? ""): \(error.message)", help: help)
      }
    } else {
      // A repeated name is reported below with a better message.
      var limits = JSONLimits.standard
      limits.allowsRepeatedNames = true
      guard let json = try? JSON(parsing: Array(text), limits: limits), let object = json.object
      else {
        throw PlainFailure("this is neither a JSON object nor XML", help: help)
      }
      members = object.members.map { ($0.name, PropertyList($0.value)) }
    }
    return try settings(members, isStrict: !isList, path: path)
  }

  /// Reads the members of the file.
  ///
  /// In JSON, an unknown name is a fault. A property list may have other names, which the app uses
  /// itself. But a name that is similar to a known one is a fault in both.
  private static func settings(
    _ members: [(name: String, value: PropertyList)], isStrict: Bool, path: String
  ) throws(PlainFailure) -> IssuerSettings {
    var settings = IssuerSettings()
    var seen: Set<String> = []
    let known = names.keys.sorted() + [unused]
    for (written, value) in members {
      let name = spellings[written] ?? written
      guard known.contains(name) else {
        let nearest = Suggestion.nearest(written, among: known).first
        guard isStrict || nearest != nil else { continue }
        throw PlainFailure(
          "unknown setting `\(written.displayed)`",
          help: nearest.map { "did you mean `\($0)`?" }
            ?? "the settings are \(known.joined(separator: ", "))")
      }
      guard seen.insert(name).inserted else {
        throw PlainFailure("`\(name)` is given twice", help: "remove one of them")
      }
      guard let setting = names[name] else { continue }
      do throws(PlainFailure) {
        try take(value, as: setting, name, into: &settings, from: .file(path))
      } catch {
        throw PlainFailure("`\(name)`: \(error.message)", help: error.help)
      }
    }
    return settings
  }

  private static func take(
    _ value: PropertyList, as setting: IssuerSettings.Name, _ name: String,
    into settings: inout IssuerSettings, from origin: IssuerSettings.Origin
  ) throws(PlainFailure) {
    switch value {
    case .text(let text): try settings.set(setting, text, from: origin)
    case .list(let texts) where setting == .scopes: try settings.set(scopes: texts, from: origin)
    default:
      throw PlainFailure(
        setting == .scopes ? "it isn't a text or a list of texts" : "it isn't a text",
        help: setting == .scopes ? "for example \"openid profile\"" : "write it as one text")
    }
  }
}

extension PropertyList {
  /// Converts a JSON value to a value of a property list.
  fileprivate init(_ json: JSON) {
    switch json {
    case .string(let text): self = .text(text)
    case .array(let elements):
      let texts = elements.compactMap(\.string)
      self = texts.count == elements.count ? .list(texts) : .other
    default: self = .other
    }
  }
}
