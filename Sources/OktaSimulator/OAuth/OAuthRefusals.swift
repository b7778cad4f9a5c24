import FlowHTTP

extension HTTPRefusal {
  static let invalidClient = HTTPRefusal(
    401, code: "invalid_client", "Invalid value for 'client_id' parameter.")
  static let invalidSecret = HTTPRefusal(
    401, code: "invalid_client",
    "The client secret supplied for a confidential client is invalid.")
}
