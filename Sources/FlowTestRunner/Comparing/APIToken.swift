package import FlowEngine
package import FlowTerminal
import FlowText

/// A token for the management API of an org, ready to be sent in `Authorization`.
package struct APIToken: Sendable {
  /// The name of the token, as an environment variable and in the file of `--secrets`.
  ///
  /// There is no option for it, because every user of the machine can see a command line.
  static let name = "FLOW_API_TOKEN"
  /// The maximum length in bytes.
  ///
  /// Servers don't accept longer tokens.
  private static let bytesMax = 8192

  /// The token without its scheme.
  ///
  /// The masker receives this text.
  let token: Secret
  /// The value of the header field `Authorization`.
  let authorization: Secret

  /// Finds the token in the environment or in the secrets file.
  ///
  /// - Parameters:
  ///   - environment: The environment variables, which take precedence.
  ///   - secrets: The entries of the file of `--secrets`.
  /// - Returns: The token; `nil` if there is none.
  /// - Throws: `UsageFault` if the text isn't a valid token. The message doesn't quote the text.
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
    // An OAuth token has three parts with dots between them (RFC 7515, section 7.1). A token from
    // the admin console has only one part.
    let usual = last.utf8.count { $0 == UInt8(ascii: ".") } == 2 ? "Bearer" : "SSWS"
    authorization = Secret("\(scheme ?? usual) \(last)")
  }

  private static let schemes = ["SSWS", "Bearer"]
}
