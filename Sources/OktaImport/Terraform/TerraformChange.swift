/// A change of a plan that isn't compared, because an org has nothing for it.
package struct TerraformChange: Sendable, Hashable {
  /// The address of the resource.
  package let address: String
  /// What the plan does with the resource, such as `updated`.
  package let action: String
  /// The attributes that change and aren't compared; empty if the whole resource isn't.
  package let attributes: [String]
  /// Why the change makes no difference to who gets in; `nil` if it may make one.
  package let reason: String?

  /// The change as a sentence, such as
  /// `changed, but not compared: okta_app_oauth.x (updated: redirect_uris)`.
  package var sentence: String {
    let list = attributes.isEmpty ? "" : ": " + attributes.joined(separator: ", ")
    let end = reason.map { ": \($0)" } ?? ""
    return "changed, but not compared: \(address) (\(action)\(list))\(end)"
  }
}
