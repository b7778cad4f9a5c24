import FlowHTTP

extension Org {
  /// The same org with more that it does wrong, beside what its settings say.
  ///
  /// - Parameter faults: the faults.
  /// - Returns: the org; `nil` where it would have more than an org can have.
  public func faulty(with faults: [Fault]) -> Org? {
    guard !faults.isEmpty else { return self }
    var policy = policy
    policy.faults += faults
    guard policy.faults.count <= OrgLimits.faults else { return nil }
    return Org(
      name: name, policy: policy, people: people,
      issuer: HTTPURL(site.issuer) ?? Org.inProcessIssuer, limits: limits, signingKey: signingKey)
  }
}
