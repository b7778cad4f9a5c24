import FlowDiagnostics
import PolicyExplorer
import FlowInterpreter
import FlowScript
import FlowSyntax
import OktaSimulator

/// Measures explorations of orgs of several sizes.
enum ExploreBench {
  static func run(_ report: Report, _ group: String) {
    for size in [(5, 4, 3), (10, 4, 6), (10, 8, 6), (20, 8, 6), (10, 8, 12)] {
      let name = "\(size.0) rules, \(size.1) authenticators, \(size.2) groups"
      guard let org = org(rules: size.0, authenticators: size.1, groups: size.2) else {
        report.skip(name, of: group, because: "the org can't be created")
        continue
      }
      var states = 0
      let seconds = Stopwatch.median(seconds: 0.5) {
        states = explored(org)
        return states
      }
      report.show(
        Measurement(
          name: "whole, " + name, figure: seconds * 1000, unit: "ms",
          target: size == (10, 8, 6) ? .most(2000) : nil), of: group)
      report.show(
        Measurement(
          name: "positions, " + name, figure: Double(states) / seconds, unit: "/s",
          target: size == (10, 8, 6) ? .least(200_000) : nil), of: group)
    }
  }

  private static func explored(_ org: OktaSimulator.Org) -> Int {
    let explorer = Explorer(org, now: .seconds(1_800_000_000))
    return explorer.plan().starts.reduce(0) { states, start in
      states + explorer.explore(start.kind, start.start).states
    }
  }

  /// Measures the most memory per position, in a process that does nothing else.
  static func memory(_ report: Report, _ group: String, bench: String) {
    let name = "memory of a position, of \(many)"
    guard let peaks = PeakMemory.after("positions", few, many, bench: bench) else {
      return report.skip(name, of: group, because: PeakMemory.notRun)
    }
    report.show(
      Measurement(
        name: name, figure: (peaks.many - peaks.few) / Double(many - few), unit: "B",
        target: .most(500)), of: group)
  }

  /// The number of positions for the measurement of memory.
  private static let many = 30_000
  private static let few = 100

  /// Explores as far as each number of positions, and prints the peak memory after each.
  static func printPeaks(after counts: [Int]) {
    guard let org = wideOrg() else { return }
    var explorer = Explorer(org, now: .seconds(1_800_000_000))
    for count in counts {
      explorer.statesMax = count
      guard let start = explorer.plan().starts.first else { return }
      let done = explorer.explore(start.kind, start.start)
      guard done.states == count else { return }
      print(PeakMemory.bytes)
    }
  }

  /// Returns an org with a long exploration: any five of twelve authenticators must be verified.
  private static func wideOrg() -> OktaSimulator.Org? {
    org(
      of: """
        org acme {
          authenticators password, email, phone via sms or voice, google-otp, security-question, \
            duo, okta-verify via push or totp or fastpass, custom-otp, rsa-token, symantec-vip, \
            yubikey, onprem-mfa
          sign-on { require any 5 }
          user "u@acme.example" {
            password "Correct-Horse-1"; phone "+15551230100"; google-otp "JBSWY3DPEHPK3PXP"
            security-question "disliked_food" answer "Turnips"; duo "123456"
            okta-verify "JBSWY3DPEHPK3PXP"; custom-otp "123456"; rsa-token "123456"
            symantec-vip "123456"; yubikey "123456"; onprem-mfa "123456"
          }
        }
        """)
  }

  /// Returns an org whose users have every authenticator, and whose rules have different
  /// requirements.
  private static func org(
    rules: Int, authenticators: Int, groups: Int
  ) -> OktaSimulator.Org? {
    let all = [
      "password", "email", "phone via sms or voice", "google-otp", "security-question", "duo",
      "okta-verify via push or totp or fastpass", "custom-otp",
    ]
    let demands = [
      "password and possession", "2 factors", "any 2", "password", "possession",
      "knowledge and possession", "2 factors without email", "any 1",
    ]
    let enrollments = [
      "", "", "phone \"+15551230100\"", "google-otp \"JBSWY3DPEHPK3PXP\"",
      "security-question \"disliked_food\" answer \"Turnips\"", "duo \"123456\"",
      "okta-verify \"JBSWY3DPEHPK3PXP\"", "custom-otp \"123456\"",
    ]
    var lines = [
      "authenticators " + all.prefix(authenticators).joined(separator: ", "),
      "zone \"office\" { ip \"10.0.0.0/8\" }",
      "enrollment { required password; optional email }",
      "recovery { password by email; unlock by email }",
    ]
    for index in 0..<(rules - 1) {
      let zone = index % 3 == 0 ? " and zone \"office\"" : ""
      lines.append(
        "sign-on \"r\(index)\" { when group g\(index % groups)\(zone); "
          + "require \(demands[index % demands.count]) }")
    }
    lines.append("sign-on { require password and possession }")
    let having = enrollments.prefix(authenticators).filter { !$0.isEmpty }.joined(separator: "; ")
    for index in 0..<groups {
      lines.append(
        "user \"u\(index)@acme.example\" { password \"Correct-Horse-1\"; groups g\(index); "
          + "\(having) }")
    }
    let text = "org acme {\n" + lines.joined(separator: "\n") + "\n}\n"
    return org(of: text)
  }

  private static func org(of text: String) -> OktaSimulator.Org? {
    let program = Program.load(SourceFile(name: "org.flow", text: text)).program
    guard let org = program.orgs["acme"] else { return nil }
    return OktaSimulator.Org.build(
      name: "acme", settings: org.settings(sources: ValueSources()).settings
    ).org
  }
}
