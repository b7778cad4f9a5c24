package import FlowEngine
package import FlowTerminal
import FlowText

/// A token for the management API of an org, and how it is sent.
package struct APIToken: Sendable {
  /// The variable, or the name in the file of `--secrets`, that holds it: a command line is seen by
  /// everybody on the machine.
  static let name = "FLOW_API_TOKEN"
  /// Longer ones no server takes.
  private static let bytesMax = 8192

  /// The token alone, for whoever masks it.
  let token: Secret
  /// The value of the header field `Authorization`.
  let authorization: Secret

  /// Finds the token.
  ///
  /// - Parameters:
  ///   - environment: the variables, which are asked first.
  ///   - secrets: the file of `--secrets`.
  /// - Returns: it; `nil` where none is given.
  /// - Throws: `UsageFault`, where what is given can't be one; it is not quoted.
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
        message: "`\(Self.name)` holds no API token",
        help: "it is one word, or `SSWS` or `Bearer` and a word, without anything around it")
    }
    token = Secret(String(last))
    // A token of OAuth has three parts (RFC 7515, section 7.1), one of the admin console none.
    let usual = last.utf8.count { $0 == UInt8(ascii: ".") } == 2 ? "Bearer" : "SSWS"
    authorization = Secret("\(scheme ?? usual) \(last)")
  }

  private static let schemes = ["SSWS", "Bearer"]
}
