import FlowText

/// The header fields of an email, or of a part of an email (RFC 5322, section 2.2).
struct MailHead {
  private var fields: [(name: String, value: [UInt8])] = []

  /// Returns the value of a field without line ends; the first one if the field is repeated.
  subscript(name: String) -> [UInt8]? {
    fields.first { $0.name == name }?.value
  }

  /// Splits an email or a part into its fields and the body after the empty line.
  static func split(_ bytes: ArraySlice<UInt8>) -> (head: MailHead, body: ArraySlice<UInt8>) {
    var head = MailHead()
    var rest = bytes
    var taken = 0
    while !rest.isEmpty, taken < MailLimits.headBytesMax {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      var line = rest[..<end]
      while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
      if line.isEmpty { return (head, rest[end...]) }
      guard head.take(line) else { return (head, rest) }
      taken += end - rest.startIndex
      rest = rest[end...]
    }
    return (head, rest)
  }

  /// Processes a line; returns whether it belongs to the header.
  private mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
    if line.first == 0x20 || line.first == 0x09 {
      guard !fields.isEmpty else { return false }
      fields[fields.count - 1].value += [0x20] + ASCII.trimmed(line)
      return true
    }
    // In a file of many emails, this line begins each email.
    if fields.isEmpty, line.starts(with: "From ".utf8) { return true }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ (33...126).contains($0) })
    else { return false }
    let name = ASCII.lowered(line[..<colon])
    fields.append((name, Array(ASCII.trimmed(line[(colon + 1)...]))))
    return true
  }

  /// Whether the header has a field that emails have, so that it isn't just a line with a colon.
  var isMail: Bool {
    let names: Set<String> = [
      "content-type", "date", "delivered-to", "from", "message-id", "mime-version", "received",
      "return-path", "subject", "to",
    ]
    return fields.contains { names.contains($0.name) }
  }

  // MARK: Addresses

  private static let namedFields: Set<String> = ["cc", "to"]
  private static let deliveryFields: Set<String> = [
    "bcc", "delivered-to", "envelope-to", "x-envelope-to", "x-original-to",
  ]

  /// The recipients of the email.
  var recipients: MailRecipients {
    MailRecipients(
      named: addresses(in: MailHead.namedFields), delivered: addresses(in: MailHead.deliveryFields))
  }

  /// Returns the addresses in the fields with some names, each once.
  private func addresses(in names: Set<String>) -> [String] {
    var addresses: [String] = []
    for field in fields where names.contains(field.name) {
      for address in MailAddressList(field.value).addresses
      where addresses.count < MailLimits.recipientsMax && !addresses.contains(address) {
        addresses.append(address)
      }
    }
    return addresses
  }
}

/// A field's value with parameters: `text/plain; charset="utf-8"` (RFC 2045, section 5.1).
struct MailParameters {
  /// The value before the parameters, in lower case.
  var value: String
  private var parameters: [(name: String, value: String)] = []

  init(_ bytes: [UInt8]) {
    var parts: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        parts[parts.count - 1].append(byte)
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ";"), !isQuoted {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    value = ASCII.lowered(ASCII.trimmed(parts[0][...]))
    for part in parts.dropFirst() {
      guard let mark = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = ASCII.lowered(ASCII.trimmed(part[..<mark]))
      let value = ASCII.trimmed(part[(mark + 1)...])
      parameters.append((name, String(decoding: value, as: UTF8.self)))
    }
  }

  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}
