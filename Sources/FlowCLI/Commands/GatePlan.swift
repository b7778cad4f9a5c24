import FlowHost
import FlowTerminal
import FlowText
import OktaImport

/// A plan of Terraform, of which `flow gate` compares the org before and after the changes.
struct GatePlan {
  let path: String
  let file: TerraformFile

  /// Reads a plan.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: `UsageFault` if the file can't be read, or isn't a plan.
  init(_ path: String) throws(UsageFault) {
    self.path = path
    file = try ImportCommand.terraform(path)
    guard file.isPlan else {
      throw UsageFault(
        message: "\(path): this is a state of Terraform, not a plan",
        help: "write `terraform plan -out PLAN`, then `terraform show -json PLAN > plan.json`")
    }
  }

  /// Returns the fault about a moment that has no resources.
  func noOrg(_ moment: TerraformFile.Moment) -> UsageFault {
    switch moment {
    case .prior:
      UsageFault(
        message: "the plan `\(path)` only creates resources, so it has no org to compare with",
        help: "audit the planned org: `flow import terraform \(path) -o org.flow`",
        status: .wrongScript)
    case .planned:
      UsageFault(
        message: "the plan `\(path)` deletes all resources, so no org remains to compare with",
        help: nil, status: .wrongScript)
    }
  }

  // MARK: Changes that aren't compared

  /// The maximum number of changes to name.
  private static let shownMax = 50

  /// Returns the changes that aren't compared, one sentence each: those that may let someone in,
  /// and those that let no one in.
  ///
  /// - Precondition: The orgs of both moments were made.
  func uncompared() -> (gaps: [String], notes: [String]) {
    let all = file.uncompared()
    func shown(_ changes: [TerraformChange]) -> [String] {
      let more = changes.count - GatePlan.shownMax
      return changes.prefix(GatePlan.shownMax).map(\.sentence)
        + (more > 0 ? ["changed, but not compared: \(more) more resources"] : [])
    }
    return (shown(all.filter { $0.reason == nil }), shown(all.filter { $0.reason != nil }))
  }
}
