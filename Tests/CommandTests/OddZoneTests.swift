import CommandSupport
import FlowDiagnostics
import FlowTerminal
import Testing

/// Countries, networks and services of zones that are probably misspelled.
@Suite("Odd values of zones") struct OddZoneTests {
  private static func check(_ zone: String) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let org = """
      org acme {
        authenticators password
        zone "z" { \(zone) }
      }

      """
    return await Shell()("check", try folder.write("org.flow", org))
  }

  @Test(
    "A misspelling is a warning with what was meant",
    arguments: [
      ("country \"UK\"", "did you mean `GB`?"), ("country \"EL\"", "did you mean `GR`?"),
      ("country not \"UK-ENG\"", "did you mean `GB-ENG`?"), ("country \"XX\"", "an assigned code"),
      ("service \"TORR\"", "did you mean `TOR`?"), ("service \"Tor\"", "did you mean `TOR`?"),
      ("service \"ALL_ANONIMIZERS\"", "did you mean `ALL_ANONYMIZERS`?"),
    ])
  func warning(zone: String, help: String) async throws {
    let run = try await Self.check(zone)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.all.contains("warning[\(ProblemKind.unknownPlace.id)]"), "\(run.all)")
    #expect(run.all.contains(help), "\(run.all)")
  }

  @Test(
    "A known value has no warning, and neither has a category that flow doesn't know",
    arguments: [
      "country \"GB\", \"EU\", \"AP\", \"UA-26\"", "country not \"XK\"",
      "asn \"0\", \"4294967295\"",
      "service \"TOR\", \"ALL_ANONYMIZERS\"", "service \"NORDVPN\"",
    ])
  func known(zone: String) async throws {
    let run = try await Self.check(zone)
    #expect(run.status == .success && run.all.contains("0 warnings"), "\(run.all)")
  }

  @Test(
    "A number with leading zeros, or with more than 32 bits, is an error",
    arguments: ["064500", "4294967296", "AS64500", "-1", "+1"])
  func system(number: String) async throws {
    let run = try await Self.check("asn \"\(number)\"")
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.all.contains("a number from 0 to 4294967295 without leading zeros"), "\(run.all)")
  }

  @Test("An import keeps unknown values, with a note")
  func imported() async throws {
    let folder = try TemporaryFolder()
    let zones = """
      [{"id": "nzo1", "name": "Far", "type": "DYNAMIC_V2", "status": "ACTIVE", "usage": "POLICY",
        "locations": {"include": [{"country": "UK"}, {"country": "QQ"}], "exclude": null},
        "asns": {"include": ["064500"], "exclude": null},
        "ipServiceCategories": {"include": ["TORR"], "exclude": null}}]
      """
    let run = await Shell()("import", "okta", try folder.write("zones.json", zones))
    #expect(run.status == .success, "\(run.all)")
    #expect(
      run.output.contains("country \"UK\", \"QQ\"; asn \"64500\"; service \"TORR\""), "\(run.all)")
    for name in ["UK", "QQ", "TORR"] {
      #expect(
        run.errors.contains("note: ") && run.errors.contains("`\(name)` isn't a"), "\(run.all)")
    }
    let org = await Shell()("check", try folder.write("org.flow", run.output))
    #expect(org.status == .success, "\(org.all)")
  }
}
