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
}
