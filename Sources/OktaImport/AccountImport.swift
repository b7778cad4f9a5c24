import FlowHTTP

/// Reads the account management policy of an export.
struct AccountImport: ImportPart {
  let whole: OktaImport

  func read(_ policy: ExportCatalog.Policy) {
    policy.value.warn("account management by users isn't simulated", isWhole: true)
  }
}
