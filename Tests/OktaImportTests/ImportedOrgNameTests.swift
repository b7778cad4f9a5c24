import FlowHTTP
import Testing

@testable import OktaImport

/// The name of an imported org.
@Suite("The name of an imported org") struct ImportedOrgNameTests {
  private static func name(_ files: [(path: String, text: String)]) throws -> String {
    let ledger = ImportLedger()
    let read = try files.map { path, text in
      Exported(
        json: try JSON(parsing: Array(text.utf8)), spot: ExportPlace(path), ledger: ledger)
    }
    let made = try #require(try ImportedOrg.make(read, ledger, name: nil, policy: nil))
    let line = try #require(made.text.split(separator: "\n").first { $0.hasPrefix("org ") })
    return String(line.dropFirst(4).prefix { $0 != " " })
  }

  private static let user = """
    {"id": "00u1", "status": "ACTIVE", "profile": {"login": "jane@example.com"}}
    """
  private static let linked = """
    {"id": "00g1", "type": "OKTA_GROUP", "profile": {"name": "Staff"},
     "_links": {"users": {"href": "https://acme.okta.com/api/v1/groups/00g1/users"}}}
    """
  private static let record = """
    {"pulled-from": "https://contoso.okta.com", "complete": true, "files": [], "missing": []}
    """

  @Test("An org is named after the host of the pull or of the links, or after the file or folder")
  func names() throws {
    let users = "[\(Self.user)]"
    #expect(try Self.name([("pull/pull.json", Self.record), ("pull/a.json", users)]) == "contoso")
    #expect(
      try Self.name([("x/a.json", users), ("x/b.json", "[\(Self.user), \(Self.linked)]")]) == "acme"
    )
    #expect(
      try Self.name([("a/preview/b/x.json", users), ("a/preview/c.json", "[]")]) == "preview")
    #expect(try Self.name([("old/production.json", users)]) == "production")
    #expect(
      try Self.name([
        ("acme.oktapreview.com/users.json", users), ("acme.oktapreview.com/g.json", "[]"),
      ]) == "acme")
  }

  @Test(
    "A file whose name can't be the name of an org doesn't name it",
    arguments: ["1.json", "-", "ä.json"])
  func unnamed(path: String) throws {
    #expect(try Self.name([(path, "[\(Self.user)]")]) == "imported")
  }
}
