import FlowText
import FlowEngine

/// A text that should be a message, split into parts with their locations.
///
/// This type finds only faults of form; `RepairedReading` checks the parameters' values.
struct MessageText {
  /// A parameter as it appears in the text.
  struct Part {
    /// The name as it appears in the text.
    var rawName: String
    /// The name without escapes; `nil` if an escape is broken.
    var name: String?
    /// The value without escapes; `nil` if an escape is broken or the value isn't UTF-8.
    var value: String?
    /// The location of the pair, in bytes of the text.
    var range: Range<Int>
    /// The location of the name.
    var nameRange: Range<Int>
    /// The location of the value.
    var valueRange: Range<Int>

    /// Whether the part before `=` is certainly a name, and not a value or a piece of a value.
    ///
    /// For example, a code in base64 ends in `=`, and `code: abc` doesn't contain `=` at all.
    var hasName: Bool {
      let name = name ?? rawName
      if MessageParameter(name: name, .ios) != nil { return true }
      let isWord = name.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
      return isWord && nameRange != range && !(value?.utf8.allSatisfy { $0 == 0x3D } ?? false)
    }
  }

  let bytes: [UInt8]
  let isBundle: Bool
  var scheme: URLScheme?
  var command: MessageCommand?
  /// The location of the command; if there is no command, its expected location.
  var commandRange = 0..<0
  var parts: [Part] = []
  var findings: [MessageInspection.Finding] = []

  /// The maximum number of reported bytes that a URL can't contain.
  private static let strangersMax = 4

  // MARK: URLs

  /// Reads a URL.
  init(url bytes: [UInt8]) {
    self.bytes = bytes
    isBundle = false
    if bytes.count > MessageLimits.urlBytes {
      findings.append(
        .init(
          .tooLong,
          "the message has \(bytes.count) bytes, and at most \(MessageLimits.urlBytes) "
            + "are read", rule: "section 12", at: MessageLimits.urlBytes..<bytes.count))
    }
    readHead()
    guard bytes.count <= MessageLimits.urlBytes else { return }
    readStrangers()
    readPairs()
    guess()
  }

  private mutating func readHead() {
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    guard let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")) else {
      commandRange = 0..<end
      findings.append(
        .init(
          .notURL, "this isn't a URL: it has no scheme", rule: "section 5", at: 0..<end,
          help: "a message is `SCHEME://oauth2/v1.0/COMMAND?…`"))
      return
    }
    scheme = URLScheme(text(0..<colon))
    if scheme == nil {
      findings.append(
        .init(
          .notURL, "this isn't a scheme", rule: "section 5", at: 0..<colon,
          help: "a scheme begins with a letter; letters, digits, `+`, `-` and `.` follow"))
    }
    if bytes[colon..<end].starts(with: Envelope.lead.utf8) {
      return readCommand(colon + Envelope.lead.utf8.count..<end)
    }
    var start = colon + 1
    if bytes[start..<end].starts(with: "//".utf8) {
      start += 2
    } else {
      findings.append(
        .init(
          .notMessage, "`//` is missing after the scheme", rule: "D10", at: colon..<start,
          help: "a message is `SCHEME://oauth2/v1.0/COMMAND?…`"))
      guard isPath(start..<end) else {
        // The text before the colon may be a name, and the rest its value: `code: abc`.
        scheme = nil
        commandRange = end..<end
        return
      }
    }
    readPath(pieces(of: start..<end), end)
  }

  /// Whether a part of the text begins with `oauth2/`, like the path of a message.
  private func isPath(_ range: Range<Int>) -> Bool {
    let lead = range.lowerBound < range.upperBound && bytes[range.lowerBound] == UInt8(ascii: "/")
    return bytes[range].dropFirst(lead ? 1 : 0).starts(with: "oauth2/".utf8)
  }

  /// Reads host, version and command after the path is known to be wrong, and reports each fault.
  private mutating func readPath(_ pieces: [Range<Int>], _ end: Int) {
    var rest = pieces[...]
    let host = rest.popFirst() ?? end..<end
    if text(host) != "oauth2" {
      findings.append(
        .init(
          .notMessage, "the host of a message is `oauth2`, not `\(shown(host))`", rule: "D10",
          at: host, help: "write `oauth2`, in lower case as in the documents"))
    }
    if let next = rest.first, text(next) == "v1.0" {
      rest.removeFirst()
    } else if let next = rest.first, rest.count == 1, MessageCommand(lowered: text(next)) != nil {
      findings.append(
        .init(
          .notMessage, "the version `v1.0` is missing before the command", rule: "D10, row 59",
          at: next))
    } else if let next = rest.popFirst() {
      findings.append(
        .init(
          .notMessage, "the version of a message is `v1.0`, not `\(shown(next))`",
          rule: "D10, row 59", at: next))
    }
    guard let first = rest.first else {
      commandRange = end..<end
      let message = "the command is missing"
      return findings.append(.init(.notMessage, message, rule: "D10, row 60", at: commandRange))
    }
    readCommand(first.lowerBound..<end)
  }

  private mutating func readCommand(_ range: Range<Int>) {
    commandRange = range
    let written = text(range)
    command = MessageCommand(rawValue: written)
    if command != nil { return }
    command = MessageCommand(lowered: written)
    if let command {
      var finding = MessageInspection.Finding(
        .notMessage, "the command is `\(command.rawValue)`, in lower case", rule: "D10", at: range)
      finding.profiles = [.strict]
      return findings.append(finding)
    }
    findings.append(
      .init(
        .notMessage,
        written.isEmpty
          ? "the command is missing"
          // The first line of a bundle may be any text that a developer pasted, so it isn't
          // repeated.
          : isBundle
            ? "the first line isn't a command" : "there is no command `\(shown(range))`",
        rule: "D10, row 60", at: range, word: written,
        candidates: MessageCommand.allCases.map(\.rawValue)))
  }

  /// Reports the bytes that a URL can't contain.
  private mutating func readStrangers() {
    var told = 0
    var index = 0
    while index < bytes.count, told < MessageText.strangersMax {
      let start = index
      while index < bytes.count, isStranger(bytes[index]) { index += 1 }
      if index > start {
        told += 1
        let first = bytes[start]
        findings.append(
          .init(
            .notURL, "a message can't contain an unescaped \(MessageText.name(of: first))",
            rule: "section 5", at: start..<index,
            help: first == UInt8(ascii: "#")
              ? "write `%23` for it, if it belongs to a value: a message has no fragment"
              : "write each of its bytes as an escape, such as `%20` for a space"))
      }
      index += 1
    }
  }

  private func isStranger(_ byte: UInt8) -> Bool {
    !PercentCoding.isGraphic(byte) || byte == UInt8(ascii: "#")
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "#"): "`#`"
    case 0x20: "space"
    case 0x0A, 0x0D: "line break"
    case ..<0x20, 0x7F: "control character"
    default: "character outside ASCII"
    }
  }

  private mutating func readPairs() {
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return }
    // A message has no fragment: the fragment is reported, and its content isn't read.
    let query = bytes[mark...].dropFirst().prefix { $0 != UInt8(ascii: "#") }
    for pair in query.split(separator: UInt8(ascii: "&")) {
      guard hasRoom(for: pair.indices) else { return }
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let value = pair[equals...].dropFirst()
      parts.append(
        Part(
          rawName: text(pair.startIndex..<equals), name: PercentCoding.decode(pair[..<equals]),
          value: PercentCoding.decode(value), range: pair.indices,
          nameRange: pair.startIndex..<equals, valueRange: value.startIndex..<pair.endIndex))
    }
  }

  private mutating func hasRoom(for pair: Range<Int>) -> Bool {
    if parts.count < MessageLimits.parameters { return true }
    findings.append(
      .init(
        .tooMany, "there are more than \(MessageLimits.parameters) parameters", rule: "section 12",
        at: pair.lowerBound..<bytes.count))
    return false
  }

  // MARK: Bundles

  /// Reads a bundle: a line with the command, and one line `name=value` per parameter.
  init(bundle bytes: [UInt8]) {
    self.bytes = bytes
    isBundle = true
    if bytes.count > MessageLimits.urlBytes {
      findings.append(
        .init(
          .tooLong,
          "the bundle has \(bytes.count) bytes, and at most \(MessageLimits.urlBytes) "
            + "are read", rule: "section 12", at: MessageLimits.urlBytes..<bytes.count))
      return
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if line.isEmpty { continue }
      let equals = line.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
      let name = text(line.startIndex..<equals)
      if parts.isEmpty, commandRange.isEmpty, equals == line.endIndex || name == "command" {
        readCommand(min(equals + 1, line.endIndex)..<line.endIndex, orAll: line.indices)
        continue
      }
      guard hasRoom(for: line.indices) else { break }
      let value = line[equals...].dropFirst()
      parts.append(
        Part(
          rawName: name, name: name, value: String(validUTF8: value),
          range: line.indices, nameRange: line.startIndex..<equals,
          valueRange: value.startIndex..<line.endIndex))
    }
    guess()
  }

  private mutating func readCommand(_ range: Range<Int>, orAll line: Range<Int>) {
    readCommand(range.isEmpty ? line : range)
  }

  // MARK: Advice

  /// Derives a missing or unknown command from the parameters' names.
  private mutating func guess() {
    guard command == nil else { return }
    let names = Set(parts.compactMap { MessageParameter(name: $0.name ?? $0.rawName, .ios) })
    let found: MessageCommand? =
      if names.contains(.clientID) || names.contains(.codeChallenge) {
        .authRequest
      } else if names.contains(.keychainReference) || names.contains(.keychainGroup) {
        .idpAuthCodeInit
      } else if names.contains(.errorCode) || names.contains(.errorReason) {
        .error
      } else if names.contains(.code) {
        .authResponse
      } else if names.contains(.userHint) || names.contains(.startURL) {
        .idpInit
      } else {
        nil
      }
    command = found
    guard isBundle, commandRange.isEmpty, found == nil else { return }
    findings.append(
      .init(
        .notMessage, "the bundle has no command, and its keys don't identify one",
        rule: "D10, row 60",
        at: 0..<0,
        help: "write the command on a line before them, such as `authrequest`"))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A part of the text to quote in a sentence, cut before anything that may be a parameter's
  /// value.
  private func shown(_ range: Range<Int>) -> String {
    let head = bytes[range].prefix { !"=&#".utf8.contains($0) }
    return MessageText.cut(text(head.indices)) + (head.count < range.count ? "…" : "")
  }

  /// Cuts a word to 60 characters for a sentence, because the text may have any length.
  static func cut(_ text: String) -> String {
    text.unicodeScalars.count > 60
      ? text.unicodeScalars.prefix(60).reduce(into: "") {
        $0.unicodeScalars.append($1)
      } + "…" : text
  }

  private func pieces(of range: Range<Int>) -> [Range<Int>] {
    bytes[range].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(\.indices)
  }
}

extension MessageCommand {
  /// Reads a command's word in any case.
  init?(lowered text: String) { self.init(rawValue: ASCII.lowered(text.utf8)) }
}
