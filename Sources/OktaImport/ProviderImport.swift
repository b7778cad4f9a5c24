import FlowHTTP

/// Reads the identity providers of an export, and the rules that route users to them.
struct ProviderImport: ImportPart {
  let whole: OktaImport

  /// Reports the routing rules that lead to an identity provider.
  func readRouting(_ policy: ExportCatalog.Policy) {
    policy.value.settle()
    for rule in policy.rules {
      let isActive = rule.json["status"]?.string?.uppercased() != "INACTIVE"
      let idp = rule.json["actions"]?["idp"] ?? .null
      let providers = idp["providers"]?.array ?? []
      let isLocal = providers.allSatisfy { $0["type"]?.string?.uppercased() == "OKTA" }
      if isActive, !isLocal || idp["idpSelectionType"]?.string?.uppercased() == "DYNAMIC" {
        ledger.subject = rule.json["name"]?.string ?? "routing rule"
        rule.warn("users are routed to an identity provider; here they sign in at the org")
      }
      rule.settle()
    }
  }

  /// Reports the active identity providers, at which users can sign in instead.
  func readProviders() {
    for provider in catalog.providers {
      let name = provider.json["name"]?.string ?? provider.json["id"]?.string ?? ""
      ledger.subject = "identity provider \(name)"
      if provider.json["status"]?.string?.uppercased() == "INACTIVE" {
        provider.note("the identity provider is inactive")
      } else {
        provider.warn(
          "identity providers aren't imported: write this one as `idp`", isWhole: true)
      }
      provider.settle()
    }
  }
}
