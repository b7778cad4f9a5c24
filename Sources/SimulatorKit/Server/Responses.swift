package import FlowHTTP

extension HTTPResponse {
  /// Returns a response with a JSON document.
  package static func json(
    _ status: Int, _ json: JSON, type: String = "application/json"
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: HTTPHeaders(fields: [HTTPHeaders.Field("Content-Type", type)]),
      body: .json(json))
  }

  /// Returns a redirect of the browser to an address.
  package static func redirect(to address: String) -> HTTPResponse {
    HTTPResponse(status: 302, headers: ["Location": address])
  }
}
