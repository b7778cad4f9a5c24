import FlowText

/// Reads the dates of HTTP headers (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Returns a date such as `Sun, 06 Nov 1994 08:49:37 GMT` in seconds since 1970; `nil` for another
  /// text.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT",
      let month = months.firstIndex(of: String(words[2])), words[1].count == 2
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    let moment = WrittenTime.moment("\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    return moment?.components.seconds
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
