import FlowSignIn
import FlowSignInTesting

/// Measures how long an app's test waits for a simulated org of its own.
enum TestOrgBench {
  private static let rounds = 200

  /// An org of the size that a test writes.
  private static let source = """
    org acme {
      authenticators password, email, phone via sms
      user "ann@acme.example" {
        password "Correct-Horse-1"; email "ann@acme.example"; phone "+15551234567"; groups staff
      }
      user "bob@acme.example" { password "Correct-Horse-2"; email "bob@acme.example" }
      lockout { after 3 attempts for 15m }
      sign-on "staff" { when group staff; require password and phone }
      sign-on { require password and email }
    }
    """

  static func run(_ report: Report, _ group: String) {
    var times: [Double] = []
    do throws(SignInFailure) {
      for _ in 0..<rounds {
        let start = Stopwatch.now
        _ = try SimulatedOrg(source)
        times.append(1000 * (Stopwatch.now - start))
      }
    } catch {
      report.skip("a simulated org", of: group, because: error.description)
      return
    }
    report.show(
      Measurement(
        name: "a simulated org for a test", figure: times.median, unit: "ms", target: .most(5)),
      of: group)
  }
}
