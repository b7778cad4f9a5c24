import FlowDiagnostics
import FlowSyntax
package import FlowTerminal
import FlowText

/// A pack of claims that is built into the tool.
///
/// It contains the rules of a published document.
package struct ClaimPack: Sendable {
  /// The name of the pack on the command line.
  package let name: String
  /// The title of the document, with its revision.
  package let title: String
  /// The parts of the document that aren't checked, because policies don't decide them.
  package let outside: String
  /// Whether the pack must be used with groups, and applies only to users in these groups.
  package let isAboutGroups: Bool
  /// The claims of the pack as the text of a script.
  package let text: String

  private init(
    _ name: String, _ title: String, outside: String, isAboutGroups: Bool = false,
    _ texts: String...
  ) {
    self.name = name
    self.title = title
    self.outside = outside
    self.isAboutGroups = isAboutGroups
    text = texts.joined(separator: "\n")
  }

  /// The claims of the pack as a parsed script.
  var script: Script { Script.parse(SourceFile(name: "pack \(name)", text: text)).script }

  private static let outsideOfNIST =
    "identity proofing, how verifiers store secrets, notices to users, recovery codes"

  /// All packs.
  package static let all: [ClaimPack] = [
    ClaimPack(
      "nist-aal1", "NIST SP 800-63B, revision 4: authenticator assurance level 1",
      outside: outsideOfNIST, Resources.packsNistAal1Flow, Resources.packsNistPasswordsFlow),
    ClaimPack(
      "nist-aal2", "NIST SP 800-63B, revision 4: authenticator assurance level 2",
      outside: outsideOfNIST, Resources.packsNistAal2Flow, Resources.packsNistPasswordsFlow),
    ClaimPack(
      "nist-aal3", "NIST SP 800-63B, revision 4: authenticator assurance level 3",
      outside: outsideOfNIST + ", authentication intent", Resources.packsNistAal3Flow,
      Resources.packsNistPasswordsFlow),
    ClaimPack(
      "disa-okta", "DISA STIG, Okta Identity as a Service, version 1, release 2",
      outside: "V-273187, 273188, 273192, 273202, 273204, 273205, 273207, 279689 to 279692",
      Resources.packsDisaOktaFlow),
    ClaimPack(
      "okta-admins", "Okta's advice for administrators",
      outside: "how many administrators there are, ThreatInsight, notices to users",
      isAboutGroups: true, Resources.packsOktaAdminsFlow),
  ]

  /// Returns the pack with a name.
  ///
  /// - Throws: `UsageFault` if no pack has the name.
  package static func named(_ name: String) throws(UsageFault) -> ClaimPack {
    if let pack = all.first(where: { $0.name == name }) { return pack }
    throw UsageFault(
      message: "unknown pack `\(name)`",
      help: Suggestion.nearest(name, among: all.map(\.name)).first.map { "did you mean `\($0)`?" }
        ?? "the packs are \(Prose.and(all.map(\.name)))")
  }
}

/// A pack on the command line, optionally with groups: `nist-aal3:admins,owners`.
package struct PackChoice: Sendable {
  package let pack: ClaimPack
  /// The groups whose users the pack applies to; `nil` for all users.
  package let groups: [String]?

  /// Parses the value of `--pack`.
  package init(_ text: String) throws(UsageFault) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let pack = try ClaimPack.named(name)
    let groups = parts.dropFirst().first.map {
      $0.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
    guard groups?.isEmpty != true, groups != nil || !pack.isAboutGroups else {
      throw UsageFault(
        message: "missing groups for the pack `\(name)`",
        help: "write it as `--pack \(name):admins`, with commas between groups")
    }
    self.pack = pack
    self.groups = groups
  }
}
