import FlowSyntax
import FlowTerminal
import FlowText

/// Writes and reads texts, names and durations of an org.
package enum OrgText {
  /// Returns a time as a setting: a day (UTC), or a day and a time of day; `nil` if the text isn't a
  /// day with a time of day and an offset (RFC 3339).
  static func instant(_ text: String) -> String? {
    guard CalendarDay(text) == nil, let moment = WrittenTime.moment(text) else { return nil }
    let (day, clock) = (CalendarDay(of: moment).description, CivilTime(moment).clock)
    return clock == "00:00:00" ? day : "\(day)T\(clock)Z"
  }

  /// Writes texts in quotes, separated by commas.
  package static func list(_ texts: [String]) -> String {
    texts.map(TextLiteral.quoted).joined(separator: ", ")
  }

  /// Whether a word is valid without quotes, like an attribute's name.
  package static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, OrgText.isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Splits a long setting into lines, after the commas of its list.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var item = ""
    var isQuoted = false
    var isEscaped = false
    // The loop visits scalars. A combining mark after a quote would form one character with it, so
    // that a comparison of characters would miss the quote.
    for scalar in (text + ",").unicodeScalars {
      item.unicodeScalars.append(scalar)
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == ",", !isQuoted {
        if !line.isEmpty, line.count + item.count > width {
          lines.append(line)
          line = String(item.drop { $0 == " " })
        } else {
          line += item
        }
        item = ""
      }
    }
    lines.append(line + item)
    var scalars = lines[lines.count - 1].unicodeScalars
    scalars.removeLast()
    lines[lines.count - 1] = String(scalars)
    return lines
  }

  /// Splits a comment's text into lines, without characters that end a line or move a cursor.
  package static func comment(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in DisplayText.line(text).split(separator: " ") {
      if !line.isEmpty, line.count + word.count > 92 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).map { "# " + $0 }
  }

  /// Writes a duration in the largest unit without a remainder; `nil` if an org can't have the
  /// duration.
  static func span(seconds: Int) -> String? {
    guard seconds > 0, seconds <= daysMax * 86_400 else { return nil }
    if seconds % 86_400 == 0, seconds > 86_400 { return "\(seconds / 86_400) days" }
    for (unit, length) in [("h", 3600), ("m", 60)] where seconds % length == 0 {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds)s"
  }

  /// The maximum duration in an org's settings, in days.
  static let daysMax = 3650

  /// Returns the seconds of an ISO 8601 duration such as `PT2H10M` or `P30D`; `nil` for another
  /// text.
  ///
  /// Years and months have no fixed length, so they aren't accepted.
  package static func seconds(ofISO text: String) -> Int? {
    var rest = Substring(text.uppercased())
    guard rest.popFirst() == "P", !rest.isEmpty, rest.last != "T" else { return nil }
    var units: [(Character, Int)] = [("W", 604_800), ("D", 86_400)]
    var seconds = 0
    var isTime = false
    while !rest.isEmpty {
      if !isTime, rest.first == "T" {
        rest = rest.dropFirst()
        units = [("H", 3600), ("M", 60), ("S", 1)]
        isTime = true
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let unit = rest.popFirst(), let index = units.firstIndex(where: { $0.0 == unit }) else {
        return nil
      }
      seconds += number * units[index].1
      units.removeFirst(index + 1)
    }
    return seconds
  }
}
