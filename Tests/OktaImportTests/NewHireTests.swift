import Testing

@testable import OktaImport

/// The examples of users who have enrolled nothing, in the import of a sampled pull.
@Suite("New hires of a sampled pull") struct NewHireTests {
  private static func org(_ users: [String], isSample: Bool = true) throws -> Importing.Outcome {
    let record =
      #"{"pulled-from": "https://acme.okta.com", "complete": true, "files": [], "missing": [], "sample": \#(isSample)}"#
    let groups = #"{"id": "00g7", "type": "OKTA_GROUP", "profile": {"name": "Bots"}}"#
    let all = [record, groups] + users
    return try #require(try Importing.org("[\(Importing.people), \(all.joined(separator: ","))]"))
  }

  private static func user(_ id: String, _ login: String, group: String) -> String {
    """
    {"id": "\(id)", "status": "ACTIVE", "profile": {"login": "\(login)"}, "credentials": {}},
    {"members": {"\(group)": ["\(id)"]}}, {"factors": {"\(id)": []}}
    """
  }

  /// The logins of the examples, with the settings of each.
  private static func examples(_ org: Importing.Outcome) -> [String: String] {
    var examples: [String: String] = [:]
    for part in org.line.split(separator: "user \"").dropFirst() where part.hasPrefix("new-hire-") {
      let login = String(part.prefix { $0 != "\"" })
      examples[login] = String(part.dropFirst(login.count))
    }
    return examples
  }

  @Test("Each class has one, with a name that doesn't depend on the other users")
  func names() throws {
    let few = try Self.org([Self.user("00u7", "ann@example.com", group: "00g7")])
    let more = try Self.org([
      Self.user("00u5", "aaa@example.com", group: "00g1"),
      Self.user("00u6", "abc@example.com", group: "00g7"),
      Self.user("00u7", "ann@example.com", group: "00g7"),
    ])
    #expect(few.faults == [] && more.faults == [], "\(few.text)\n\(more.text)")
    let (first, second) = (Self.examples(few), Self.examples(more))
    // Jane is in Staff, Sam is in no group, and Ann is in Bots.
    #expect(first.count == 3 && Set(first.keys) == Set(second.keys), "\(few.text)\n\(more.text)")
    for (login, settings) in first {
      #expect(second[login]?.hasPrefix(settings.prefix(40)) == true, "\(more.text)")
      #expect(!settings.contains("okta-verify") && !settings.contains("phone "), "\(few.text)")
    }
  }

  @Test("A pull of all users doesn't have one")
  func whole() throws {
    let org = try Self.org([], isSample: false)
    #expect(Self.examples(org).isEmpty, "\(org.text)")
  }
}
