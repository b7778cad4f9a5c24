/// Why a server refuses a request: what its answer says.
package struct HTTPRefusal: Error, Sendable, Hashable {
  /// The status code.
  package var status: Int
  /// A word for programs, such as an error code of OAuth; empty if the answer has none.
  package var code: String
  /// One sentence for the person at the other end.
  package var message: String
  /// Further members of an answer in JSON.
  package var details: JSONObject
  /// Further header fields of the answer.
  package var headers: [HTTPHeaders.Field]

  /// Makes a refusal.
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

  /// A request that isn't well formed.
  package static func bad(_ message: String) -> HTTPRefusal { HTTPRefusal(400, message) }
}
