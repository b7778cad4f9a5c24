/// Why a server can't take what a client sent, and what it answers before it ends the connection:
/// where one request can't be told from the next, nothing after it may be read (RFC 9112, section 11).
struct HTTPRequestFault: Error, Hashable {
  /// The status code.
  var status: Int
  /// One sentence for the person at the other end.
  var message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  static func bad(_ message: String) -> HTTPRequestFault { HTTPRequestFault(400, message) }
}
