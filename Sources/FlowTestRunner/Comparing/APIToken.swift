package import FlowEngine
package import FlowTerminal
import FlowText

/// A token for the management API of an org, with its `Authorization` value.
package struct APIToken: Sendable {
  /// The name of the token in the environment or in the file of `--secrets`.
  ///
  /// A command line would be visible to every user of the machine.
  static let name = "FLOW_API_TOKEN"
  /// The longest token; servers don't accept longer ones.
  private static let bytesMax = 8192

  /// The token without its scheme, for masking.
  let token: Secret
  /// The value of the header field `Authorization`.
  let authorization: Secret

  /// Finds the token.
  ///
  /// - Parameters:
  ///   - environment: The variables, which have priority.
  ///   - secrets: The file of `--secrets`.
  /// - Returns: The token; `nil` if none is given.
  /// - Throws: `UsageFault` if the text can't be a token. The message doesn't quote it.
  package static func find(
    _ environment: [String: String], _ secrets: [String: Secret]
  ) throws(UsageFault) -> APIToken? {
    let text = environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? secrets[name]?.reveal()
    guard let text, !text.isEmpty else { return nil }
    return try APIToken(text)
  }

  private init(_ text: String) throws(UsageFault) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let scheme = words.count == 2 ? Self.schemes.first { $0 == words[0] } : nil
    guard let last = words.last, words.count == 1 || scheme != nil, !last.isEmpty,
      last.utf8.count <= Self.bytesMax, last.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw UsageFault(
        message: "`\(Self.name)` isn't an API token",
        help: "write one word, or `SSWS` or `Bearer` and one word, and nothing else")
    }
    token = Secret(String(last))
    // An OAuth token has three parts (RFC 7515, section 7.1). A token from the admin console has
    // one.
    let usual = last.utf8.count { $0 == UInt8(ascii: ".") } == 2 ? "Bearer" : "SSWS"
    authorization = Secret("\(scheme ?? usual) \(last)")
  }

  private static let schemes = ["SSWS", "Bearer"]
}
