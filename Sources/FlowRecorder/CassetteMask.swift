import FlowEngine
import FlowInterpreter
import FlowHTTP

/// Removes secrets from recorded data, by the names of members and by the values themselves.
struct CassetteMask {
  private let masker: Masker
  /// The stand-ins for values that servers have made, longest value first.
  private var standIns: [(value: String, text: String)] = []
  private var counts: [String: Int] = [:]

  /// Makes a mask.
  ///
  /// - Parameter masker: Masks the secrets of the run.
  init(_ masker: Masker) {
    self.masker = masker
  }

  /// The minimum length of a handle; servers don't make shorter handles.
  private static let handleMin = 8
  /// The mask in an address, which may contain only ASCII.
  private static let inAddress = "masked"

  // MARK: Learning

  /// Records the handles in a document, so that they are masked everywhere.
  mutating func learn(_ json: JSON, isSent: Bool) {
    switch json {
    case .object(let object):
      if let named = CassetteMask.namedText(object) { note(named.value, as: named.name, isSent) }
      for member in object.members {
        if case .string(let text) = member.value {
          note(text, as: member.name, isSent)
        } else {
          learn(member.value, isSent: isSent)
        }
      }
    case .array(let elements): for element in elements { learn(element, isSent: isSent) }
    default: break
    }
  }

  private mutating func note(_ text: String, as name: String, _ isSent: Bool) {
    guard case .handle(let kind)? = SecretMember.kind(of: name, isSent: isSent), !text.isEmpty,
      !standIns.contains(where: { $0.value == text })
    else { return }
    counts[kind, default: 0] += 1
    let new = (text, "\(kind)-\(counts[kind] ?? 1)")
    let shorter = standIns.firstIndex { $0.value.utf8.count < text.utf8.count }
    standIns.insert(new, at: shorter ?? standIns.count)
  }

  /// The name and value of a form's field; `nil` if the object isn't a field.
  private static func namedText(_ object: JSONObject) -> (name: String, value: String)? {
    guard let name = object["name"]?.string, let value = object["value"]?.string else { return nil }
    return (name, value)
  }

  // MARK: Masking

  /// Returns a document with the secrets masked; its structure stays the same.
  ///
  /// Names of members may be secret too.
  ///
  /// - Parameters:
  ///   - json: The document.
  ///   - isSent: Whether the document is part of a request.
  /// - Returns: The document without secrets.
  func masked(_ json: JSON, isSent: Bool) -> JSON {
    switch json {
    case .string(let text): return .string(self.text(text))
    case .array(let elements): return .array(elements.map { masked($0, isSent: isSent) })
    case .object(let object):
      var object = object
      let named = CassetteMask.namedText(object)
      for index in object.members.indices {
        let member = object.members[index]
        let name = member.name == "value" ? named?.name ?? member.name : member.name
        object.members[index].value = masked(member.value, as: name, isSent: isSent)
        object.members[index].name = text(member.name)
      }
      return .object(object)
    default: return json
    }
  }

  private func masked(_ json: JSON, as name: String, isSent: Bool) -> JSON {
    // Credentials prove the user's identity, so everything in them is masked.
    if isSent, name == "credentials" { return hidden(json) }
    if name == "id_token", case .string(let token) = json {
      return CassetteToken.claims(of: token).map { ["claims": masked($0, isSent: isSent)] } ?? .null
    }
    switch (SecretMember.kind(of: name, isSent: isSent), json) {
    case (.handle?, .string(let text)): return .string(standIn(for: text) ?? Secret.mask)
    case (.secret?, .string): return .string(Secret.mask)
    case (.secret?, .object) where name == "qrcode": return hidden(json)
    default: return masked(json, isSent: isSent)
    }
  }

  /// A document in which every scalar is masked.
  private func hidden(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map(hidden))
    case .object(var object):
      for index in object.members.indices {
        object.members[index].value = hidden(object.members[index].value)
        object.members[index].name = text(object.members[index].name)
      }
      return .object(object)
    case .null: return .null
    default: return .string(Secret.mask)
    }
  }

  private func standIn(for text: String) -> String? {
    standIns.first { $0.value == text }?.text
  }

  /// A text in which handles and secrets are masked; in an address, all values of the query are
  /// masked.
  func text(_ text: String) -> String {
    var text = CassetteMask.withoutQuery(text)
    for standIn in standIns
    where standIn.value.utf8.count >= CassetteMask.handleMin
      && text.utf8.count >= standIn.value.utf8.count
    {
      text = text.split(separator: standIn.value, omittingEmptySubsequences: false)
        .joined(separator: standIn.text)
    }
    return masker.masked(text)
  }

  /// An address in which the values of the query are masked; any other text is unchanged.
  private static func withoutQuery(_ text: String) -> String {
    guard let mark = text.firstIndex(of: "?"), isAddress(text[..<mark]) || text.contains("://")
    else {
      return text
    }
    let pairs = text[text.index(after: mark)...]
      .split(separator: "&", omittingEmptySubsequences: false)
      .map { pair in
        guard let sign = pair.firstIndex(of: "=") else { return String(pair) }
        return pair[...sign] + inAddress
      }
    return text[...mark] + pairs.joined(separator: "&")
  }

  /// Whether a text before a query is an address: a path, or a text with a scheme such as an app's.
  private static func isAddress(_ text: Substring) -> Bool {
    guard !text.hasPrefix("/") else { return true }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else {
      return false
    }
    return !text.utf8.contains(UInt8(ascii: " "))
      && text.utf8[..<colon].allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "+-.".utf8.contains(byte)
        }
      }
  }
}
