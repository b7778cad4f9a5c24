import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSyntax
import OktaSimulator
import PolicyExplorer

/// Measures complete audits of orgs that grow in one dimension at a time, and of a large org.
enum AuditBench {
  /// The size of an org.
  struct Size {
    var rules = 10
    var authenticators = 8
    var groups = 6
    var zones = 2
    /// At least the number of groups.
    var users = 6

    /// The org of the specification: a large company's policies for one app.
    static let large = Size(rules: 40, authenticators: 12, groups: 25, zones: 10, users: 25)
  }

  static func run(_ report: Report, _ group: String) {
    row("10 rules, 8 authenticators, 6 groups", Size(), .most(50), report, group)
    grow([5, 10, 20, 40], "rules", report, group) { $0.rules = $1 }
    grow([3, 6, 12, 25], "groups", report, group) {
      $0.groups = $1
      $0.users = $1
    }
    grow([1, 2, 5, 10], "zones", report, group) { $0.zones = $1 }
    grow([6, 60, 600, 6000], "users", report, group) { $0.users = $1 }
    grow([4, 6, 8, 12], "authenticators", report, group) { $0.authenticators = $1 }
    row(
      "40 rules, 12 authenticators, 25 groups, 10 zones", .large, .most(5000), report, group)
  }

  /// Shows the time of an audit for each size, next to the previous size.
  private static func grow(
    _ counts: [Int], _ dimension: String, _ report: Report, _ group: String,
    _ set: (inout Size, Int) -> Void
  ) {
    var last: Measurement.Baseline?
    for count in counts {
      var size = Size()
      set(&size, count)
      let name = "\(count) \(dimension)"
      guard let time = time(size) else {
        report.skip(name, of: group, because: "the org can't be created")
        continue
      }
      report.show(
        Measurement(name: name, figure: time * 1000, unit: "ms", baseline: last), of: group)
      last = Measurement.Baseline(name: name, figure: time * 1000)
    }
  }

  private static func row(
    _ name: String, _ size: Size, _ target: Measurement.Target, _ report: Report, _ group: String
  ) {
    guard let time = time(size) else {
      return report.skip(name, of: group, because: "the org can't be created")
    }
    report.show(
      Measurement(name: name, figure: time * 1000, unit: "ms", target: target), of: group)
  }

  /// Returns the median seconds of an audit; `nil` if the org can't be created, or the audit isn't
  /// complete.
  private static func time(_ size: Size) -> Double? {
    guard let org = org(size), audit(org) != nil else { return nil }
    return Stopwatch.median(seconds: 0.5) { audit(org) }
  }

  /// Returns the number of findings of an audit; `nil` if it isn't complete.
  private static func audit(_ org: OktaSimulator.Org) -> Int? {
    var explorer = Explorer(org, now: .seconds(1_800_000_000))
    explorer.asked = org.riskQuestions
    let survey = OrgSurvey(explorer)
    return survey.isComplete ? Audit(survey).findings().count : nil
  }

  /// Measures the most memory of an audit of the large org, in a process that does nothing else.
  static func memory(_ report: Report, _ group: String, bench: String) {
    let name = "peak memory of an audit of \(Size.large.rules) rules"
    guard let peaks = PeakMemory.after("audits", 10, Size.large.rules, bench: bench) else {
      return report.skip(name, of: group, because: PeakMemory.notRun)
    }
    report.show(
      Measurement(
        name: name, figure: peaks.many / 1e6, unit: "MB",
        baseline: Measurement.Baseline(name: "of 10", figure: peaks.few / 1e6),
        target: .most(500)), of: group)
  }

  /// Audits the large org with each number of rules, and prints the peak memory after each.
  static func printPeaks(rules counts: [Int]) {
    for count in counts {
      var size = Size.large
      size.rules = count
      guard let org = org(size), audit(org) != nil else { return }
      print(PeakMemory.bytes)
    }
  }

  // MARK: Orgs

  /// The authenticators, each with the setting of a user who has it.
  private static let authenticators = [
    ("password", ""), ("email", ""), ("phone via sms or voice", "phone \"+15551230100\""),
    ("google-otp", "google-otp \"JBSWY3DPEHPK3PXP\""),
    ("security-question", "security-question \"disliked_food\" answer \"Turnips\""),
    ("duo", "duo \"123456\""),
    ("okta-verify via push or totp or fastpass", "okta-verify \"JBSWY3DPEHPK3PXP\""),
    ("custom-otp", "custom-otp \"123456\""), ("rsa-token", "rsa-token \"123456\""),
    ("symantec-vip", "symantec-vip \"123456\""), ("yubikey", "yubikey \"123456\""),
    ("onprem-mfa", "onprem-mfa \"123456\""),
  ]

  private static let demands = [
    "password and possession", "2 factors", "any 2", "password", "possession",
    "knowledge and possession", "2 factors without email", "any 1",
  ]

  /// Returns an org whose users have every authenticator, and whose rules have different
  /// requirements.
  private static func org(_ size: Size) -> OktaSimulator.Org? {
    let known = authenticators.prefix(size.authenticators)
    var lines = ["authenticators " + known.map(\.0).joined(separator: ", ")]
    for zone in 0..<size.zones { lines.append("zone \"z\(zone)\" { ip \"10.\(zone).0.0/16\" }") }
    lines += [
      "enrollment { required password; optional email }",
      "recovery { password by email; unlock by email }",
    ]
    for index in 0..<(size.rules - 1) {
      let zone = index % 3 == 0 ? " and zone \"z\(index / 3 % size.zones)\"" : ""
      lines.append(
        "sign-on \"r\(index)\" { when group g\(index % size.groups)\(zone); "
          + "require \(demands[index % demands.count]) }")
    }
    lines.append("sign-on { require password and possession }")
    let having = known.map(\.1).filter { !$0.isEmpty }.joined(separator: "; ")
    for index in 0..<size.users {
      lines.append(
        "user \"u\(index)@acme.example\" { password \"Correct-Horse-1\"; "
          + "groups g\(index % size.groups); \(having) }")
    }
    let text = "org acme {\n" + lines.joined(separator: "\n") + "\n}\n"
    let program = Program.load(SourceFile(name: "org.flow", text: text)).program
    guard let org = program.orgs["acme"] else { return nil }
    return OktaSimulator.Org.build(
      name: "acme", settings: org.settings(sources: ValueSources()).settings
    ).org
  }
}
