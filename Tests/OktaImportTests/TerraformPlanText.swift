import FlowHTTP
import FlowText

@testable import OktaImport

/// A plan with the values of its resources before and after its changes, for tests.
struct TerraformPlanText {
  /// The values of a resource; `nil` if it doesn't exist.
  struct Change {
    var address: String
    var before: String?
    var after: String?
    var unknown = "{}"
    /// The marks of the values that are secret, in both moments.
    var sensitive = "{}"
    /// More members of the change.
    var more = ""
  }

  var changes: [Change] = []
  /// More members of the plan.
  var more = ""

  init(_ changes: [Change], more: String = "") {
    self.changes = changes
    self.more = more
  }

  /// A resource that the plan leaves as it is.
  static func same(_ address: String, _ values: String) -> Change {
    Change(address: address, before: values, after: values)
  }

  static func quoted(_ text: String) -> String {
    String(decoding: JSON.string(text).bytes(), as: UTF8.self)
  }

  private static func head(_ address: String) -> String {
    let parts = TerraformAddress(address).parts
    let own = Array(parts.suffix(2))
    return """
      "address": \(quoted(address)), "mode": "managed", "type": "\(own[0].name)",
      "name": "\(own[1].name)", "provider_name": "registry.terraform.io/okta/okta"
      """
  }

  /// The text of the plan.
  var text: String {
    let all = changes.map { change -> String in
      let actions =
        switch (change.before, change.after) {
        case (nil, _): #""create""#
        case (_, nil): #""delete""#
        case (let before, let after): before == after ? #""no-op""# : #""update""#
        }
      return """
        {\(Self.head(change.address)), \(change.more) "change": {"actions": [\(actions)],
         "before": \(change.before ?? "null"), "after": \(change.after ?? "null"),
         "after_unknown": \(change.unknown),
         "before_sensitive": \(change.sensitive), "after_sensitive": \(change.sensitive)}}
        """
    }
    let prior = changes.filter { $0.before != nil }.map { change in
      """
      {\(Self.head(change.address)), "values": \(change.before ?? ""),
       "sensitive_values": \(change.sensitive)}
      """
    }
    return """
      {"format_version": "1.2", \(more)
       "resource_changes": [\(all.joined(separator: ","))],
       "prior_state": {"values": {"root_module": {"resources": [\(prior.joined(separator: ","))]}}}}
      """
  }

  /// The changes that aren't compared, as sentences without their common beginning.
  func uncompared() throws -> [String] {
    let file = try TerraformFile(Array(text.utf8), path: "plan.json")
    for moment in [TerraformFile.Moment.prior, .planned] {
      _ = file.bodies(moment, ImportLedger())
    }
    return file.uncompared().map { change in
      String(change.sentence.dropFirst("changed, but not compared: ".count))
    }
  }

  /// The org of the plan at a moment.
  func imported(_ moment: TerraformFile.Moment = .planned) throws -> Importing.Outcome {
    try TerraformImportTests.imported(text, moment)
  }
}
