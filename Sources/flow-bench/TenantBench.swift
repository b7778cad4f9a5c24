import Foundation

/// Measures what administrators do with tenants of growing size.
///
/// It is an import, an audit with claims and a comparison of two versions, each as a whole process.
enum TenantBench {
  /// The size of a tenant.
  private struct Size {
    var apps: Int
    var policies: Int
    var groups: Int
    var zones: Int
    var users: Int
    /// The number of classes of users with the same groups and authenticators.
    var classes: Int

    static let growing = [
      Size(apps: 20, policies: 8, groups: 20, zones: 6, users: 200, classes: 20),
      Size(apps: 100, policies: 20, groups: 60, zones: 12, users: 2000, classes: 80),
      // The tenant of the specification.
      Size(apps: 500, policies: 80, groups: 200, zones: 40, users: 20_000, classes: 300),
    ]

    var isLargest: Bool { apps == Size.growing.last?.apps }
  }

  static func run(_ report: Report, _ group: String, bench: String) {
    let flow = URL(fileURLWithPath: bench).deletingLastPathComponent()
      .appendingPathComponent("flow").path
    guard ChildProcess.find(flow) != nil else {
      return report.skip("tenants", of: group, because: "`flow` isn't next to this program")
    }
    var last: [String: Measurement.Baseline] = [:]
    for size in Size.growing {
      guard let runs = measure(flow, size) else {
        report.skip("\(size.apps) apps", of: group, because: "a command failed")
        continue
      }
      for (word, child, most) in runs {
        let name = "\(word), \(size.apps) apps, \(size.users) users"
        report.show(
          Measurement(
            name: name, figure: child.wall, unit: "s", baseline: last[word],
            target: size.isLargest ? .most(most) : nil), of: group)
        last[word] = Measurement.Baseline(name: "\(size.apps) apps", figure: child.wall)
        report.show(
          Measurement(
            name: "… peak memory, at most", figure: child.peakBytes / 1e6, unit: "MB",
            target: size.isLargest ? .most(500) : nil), of: group)
      }
    }
  }

  /// Returns the commands with their costs and the most seconds that each may take; `nil` if one
  /// failed.
  private static func measure(
    _ flow: String, _ size: Size
  ) -> [(name: String, child: ChildProcess, most: Double)]? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flow-bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (old, new) = (folder + "/old.flow", folder + "/new.flow")
    guard
      (try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)) != nil,
      (try? text(size, isWeaker: false).write(toFile: old, atomically: true, encoding: .utf8))
        != nil,
      (try? text(size, isWeaker: true).write(toFile: new, atomically: true, encoding: .utf8)) != nil
    else { return nil }
    let memory = ["--memory", "2GB"]
    // The status is 1 because there are findings, and the API can't say everything.
    guard ChildProcess.run(flow, ["export", "okta", old, "--output", folder + "/pull"]) != nil,
      let imported = ChildProcess.run(
        flow, ["import", "okta", folder + "/pull", "--output", folder + "/made.flow", "--quiet"]),
      imported.status == 0,
      let audited = ChildProcess.run(flow, ["audit", old] + memory), audited.status == 1,
      let compared = ChildProcess.run(flow, ["diff", old, new] + memory), compared.status == 1
    else { return nil }
    return [("import", imported, 10), ("audit", audited, 60), ("diff", compared, 60)]
  }

  // MARK: Tenants

  private static let demands = [
    "password and possession", "2 factors", "any 2", "possession", "knowledge and possession",
    "2 factors without email",
  ]
  private static let owned = [
    "", "; phone \"+15551230100\"", "; google-otp \"JBSWY3DPEHPK3PXP\"",
    "; okta-verify \"JBSWY3DPEHPK3PXP\"",
    "; phone \"+15551230100\"; okta-verify \"JBSWY3DPEHPK3PXP\"",
  ]

  /// Returns the org of a tenant.
  ///
  /// Numbers that only look random choose its parts.
  private static func text(_ size: Size, isWeaker: Bool) -> String {
    var state: UInt32 = 7
    func number(_ most: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % most
    }
    var lines = [
      "org tenant {",
      "authenticators password, email, phone via sms, google-otp, "
        + "okta-verify via push or totp or fastpass, security-question, passkey",
      "enrollment { required password; optional email, phone, okta-verify }",
      "recovery { password by email; unlock by email }",
    ]
    for zone in 0..<size.zones { lines.append("zone \"z\(zone)\" { ip \"10.\(zone).0.0/16\" }") }
    for policy in 0..<size.policies {
      lines.append("sign-on-policy \"p\(policy)\" {")
      for rule in 0..<4 {
        let zone = number(5) < 2 ? " and zone \"z\(number(size.zones))\"" : ""
        lines.append(
          "sign-on \"r\(rule)\" { when group g\(number(size.groups))\(zone); "
            + "require \(demands[number(demands.count)]) }")
      }
      let isLax = isWeaker && policy == size.policies / 2
      lines.append("sign-on \"rest\" { require \(isLax ? "password" : "password and possession") }")
      lines.append("}")
    }
    for app in 0..<size.apps {
      let assigned = number(10) < 3 ? "; assigned group g\(number(size.groups))" : ""
      lines.append(
        "app \"a\(app)\" { client-id \"c\(app)\"; sign-on-policy \"p\(app % size.policies)\""
          + "\(assigned) }")
    }
    let classes = (0..<size.classes).map { _ in
      let groups = Set((0...number(4)).map { _ in number(size.groups) }).sorted()
      return
        "groups \(groups.map { "g\($0)" }.joined(separator: ", "))\(owned[number(owned.count)])"
    }
    for user in 0..<size.users {
      lines.append(
        "user \"u\(user)@tenant.example\" { password \"Correct-Horse-1\"; "
          + "\(classes[user % size.classes]) }")
    }
    lines.append("}")
    lines += [
      "claim \"two kinds\" { always kinds >= 2 }", "claim \"no single kind\" { never kinds is 1 }",
      "claim \"someone\" { for user in group g1; possible success }",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
