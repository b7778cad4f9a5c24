import FlowHTTP
import FlowText

/// The configurations of the provider `okta` in a plan.
struct TerraformProviders {
  /// The settings that select the org, by the key of the configuration.
  private var orgs: [String: JSON] = [:]

  /// Reads the providers that resources of a plan use.
  init(_ json: JSON) {
    guard let configuration = json["configuration"] else { return }
    let all = configuration["provider_config"]?.object ?? [:]
    var used: Set<String> = []
    var modules = [configuration["root_module"] ?? .null]
    while let module = modules.popLast() {
      for resource in module["resources"]?.array ?? [] {
        if let key = resource["provider_config_key"]?.string { used.insert(key) }
      }
      for call in module["module_calls"]?.object?.members ?? [] {
        if let module = call.value["module"] { modules.append(module) }
      }
    }
    for member in all.members where used.contains(member.name) {
      let name = member.value["full_name"]?.string ?? member.value["name"]?.string ?? ""
      guard name.split(separator: "/").last == "okta" else { continue }
      let expressions = member.value["expressions"] ?? .null
      orgs[member.name] = .array(
        ["org_name", "base_url", "http_proxy"].map { expressions[$0] ?? .null })
    }
  }

  /// Checks that all resources are of one org.
  ///
  /// - Throws: A failure if two configurations of the provider may select different orgs.
  func requireOneOrg() throws(PlainFailure) {
    guard Set(orgs.values).count > 1 else { return }
    let names = orgs.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
    throw PlainFailure(
      "the plan has resources of more than one org, by the providers \(names)",
      help: "make a plan for each org, for example with `terraform plan -target`")
  }
}
