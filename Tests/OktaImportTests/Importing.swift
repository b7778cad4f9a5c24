import FlowDiagnostics
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP
import TestSupport

@testable import OktaImport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Imports of exports that tests define.
enum Importing {
  /// An org, and the remarks about it.
  struct Outcome {
    var text: String
    var remarks: [ImportRemark]

    /// The org without comments, on one line, so that nothing depends on line breaks.
    var line: String { Importing.plain(text) }
    /// The paths of all warnings.
    ///
    /// Most exports of tests lack some types of policies, which one test checks.
    var warned: [String] {
      remarks.filter { $0.kind == .warning && !$0.message.hasPrefix("the export has no policies") }
        .map(\.path)
    }
    /// The parts of the export that may decide differently, and that nothing in the org stands for.
    var gaps: Int {
      line.split(separator: "gap \"").dropFirst()
        .count { !$0.hasPrefix("policies: the export has no policies") }
    }
    /// The checker's problems with it, and whether it is formatted.
    var faults: [String] {
      let source = SourceFile(name: "org.flow", text: text)
      let script = LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
      let isFormatted = source.formatted() == text
      return script.diagnostics.map(\.message) + (isFormatted ? [] : ["not formatted:\n\(text)"])
    }
  }

  /// Imports the text of one file.
  static func org(_ text: String, policy: String? = nil) throws -> Outcome? {
    try org(JSON(parsing: Array(text.utf8)), policy: policy)
  }

  /// Imports one file.
  static func org(_ json: JSON, name: String = "e.json", policy: String? = nil) throws -> Outcome? {
    let ledger = ImportLedger()
    let file = Exported(json: json, spot: ExportPlace(name), ledger: ledger)
    let made = try ImportedOrg.make([file], ledger, name: nil, policy: policy)
    return made.map { Outcome(text: $0.text, remarks: $0.remarks) }
  }

  /// A text's words without comments.
  static func plain(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("#") }
      .flatMap { $0.split { $0 == " " || $0 == ";" } }.joined(separator: " ")
  }

  /// A policy of a type with rules, as JSON.
  static func policy(
    _ type: String, settings: String = "{}", conditions: String = "null", rules: [String]
  ) -> String {
    """
    {"id": "rst1", "type": "\(type)", "name": "P", "priority": 1, "status": "ACTIVE",
     "conditions": \(conditions), "settings": \(settings), "rules": [\(rules.joined(separator: ","))]}
    """
  }

  /// A rule, as JSON.
  static func rule(
    named name: String = "R", priority: Int = 0, status: String = "ACTIVE",
    conditions: String = "null",
    _ actions: String
  ) -> String {
    """
    {"id": "\(name)", "name": "\(name)", "priority": \(priority), "status": "\(status)",
     "conditions": \(conditions), "actions": \(actions)}
    """
  }

  /// The actions of an authentication policy.
  static func asks(_ method: String) -> String {
    #"{"appSignOn": {"access": "ALLOW", "verificationMethod": \#(method)}}"#
  }

  static let denies = #"{"appSignOn": {"access": "DENY"}}"#

  /// The authenticators of most tests.
  static let authenticators = [
    "okta_password", "okta_email", "phone_number", "google_otp", "okta_verify", "webauthn",
    "security_question",
  ].map { #"{"id": "aut-\#($0)", "key": "\#($0)", "type": "x", "status": "ACTIVE"}"# }
    .joined(separator: ",")

  /// Two groups, the group of everyone, two users, and two zones.
  static let people = """
    \(authenticators),
    {"id": "00g0", "type": "BUILT_IN", "profile": {"name": "Everyone"}},
    {"id": "00g1", "type": "OKTA_GROUP", "profile": {"name": "Staff"}},
    {"id": "00u1", "status": "ACTIVE", "profile": {"login": "jane@example.com"}},
    {"id": "00u2", "status": "ACTIVE", "profile": {"login": "sam@example.com"}},
    {"members": {"00g1": ["00u1"]}}, {"factors": {"00u1": [], "00u2": []}},
    {"id": "nzo1", "name": "Office", "type": "IP", "status": "ACTIVE", "usage": "POLICY",
     "gateways": [{"type": "CIDR", "value": "10.0.0.0/8"}]}
    """

  /// The recorded bodies, which aren't part of the project; empty if they are absent.
  static let bodies: [(name: String, json: JSON)] = {
    let folder = SampleFolder.url.deletingLastPathComponent().appending(path: "okta-policies/")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.sorted().filter { $0.hasSuffix(".json") && $0 != "SCHEMAS.json" }.compactMap {
      guard let data = try? Data(contentsOf: folder.appending(path: $0)),
        let json = try? JSON(parsing: Array(data))
      else { return nil }
      return ($0, json)
    }
  }()
}
