/// A server's refusal of a request, with the contents of its answer.
package struct HTTPRefusal: Error, Sendable, Hashable {
  /// The status code.
  package var status: Int
  /// A code for programs, such as an OAuth error code; may be empty.
  package var code: String
  /// One sentence for the user who runs the client.
  package var message: String
  /// Additional members of a JSON answer.
  package var details: JSONObject
  /// Additional header fields of the answer.
  package var headers: [HTTPHeaders.Field]

  /// Creates a refusal.
  package init(
    _ status: Int = 400, code: String = "", _ message: String, details: JSONObject = [:],
    headers: [HTTPHeaders.Field] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
    self.headers = headers
  }

  /// Returns a refusal with status 400 for an invalid request.
  package static func bad(_ message: String) -> HTTPRefusal { HTTPRefusal(400, message) }
}
