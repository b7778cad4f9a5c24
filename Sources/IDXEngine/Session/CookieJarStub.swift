import FlowWire
struct CookieJar: Sendable {
  var values: [(String, String)] = []
  mutating func store(from response: HTTPResponse, of: HTTPURL, now: Duration) {
    for line in response.headers.all("Set-Cookie") {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { values.append((String(pair[0]), String(pair[1]))) }
    }
  }
  func header(for: HTTPURL, now: Duration) -> String? {
    values.isEmpty ? nil : values.map { "\($0.0)=\($0.1)" }.joined(separator: "; ")
  }
  mutating func remove(named: String) { values.removeAll { $0.0 == named } }
}
