#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The scripts that many tests read: the ones that shaped the language, and one of every form.
package enum Corpus {
  private static let everything = #"""
    import "shared/profiles.flow"
    let site = "https://\(host).example.com/\u{e9}\n"
    let host = env HOST; let pin = file "pin.txt"
    let story = """
      two
      lines
      """
    profile base { use other, another; let x = 1.5
      name = ask "Who?"
      code = totp secret SEED
      long = totp secret SEED sha256 digits 8 every 60s
      seed = totp step.sharedSecret every 5s
      key = passkey laptop
      word = random password
      digits = random digits 6
      out = run "make code"
      on challenge-authenticator phone via sms or any "x y" when not (message.key is "a" or attempt > 2)
        and has passcode up to 3 times {
        answer passcode = code, extra?, flag = true
        expect message contains "sent" then say "well"
        choose phone via voice with phoneNumber = "+1", b = -2
          or email
      }
    }
    org other for nextauth {
      when x
      setting a b, c (d or e) and f < 3, g = "h" { inner 5m; empty { } }
      pass secret X
    }
    flow "laid out" for c in 1,
        2
      tagged quick  # why
      for d in "z"
    { expect refused and message.key is "E0000006" }
    flow "all" tagged slow, live for f in email, "phone" for a, b in ("x", 1), ("y", 2) {
      engine idx
      start register with zone = "office", clock = +8h
      against other
      on a once submit then skip then cancel
      on b when offers phone via sms resend
      on c when path contains identify, challenge password recover
      on d when steps <= 8 and user.email matches "*@x" send
      on e when outcome is not success follow
      on f when step is challenge fail "no \(f)"
      on g stop
      on h poll for 1m every 500ms
      on j wait 5m then meanwhile push with account = "sam", again = true then deny
      on k meanwhile server-logout then wait 500ms
      on i prompt then prompt a "A", b? "B"
      otherwise prompt
      known "it \u{e9}chews" until "2026-12-31"
      expect failure and message.key is "k"
      expect path never skip
      expect success or finished
    }
    on loose submit
    """#

  /// The scripts in which a checker that knows the Identity Engine finds no problem.
  package static let fixed = [FixedScript.twoLines, FixedScript.flows]

  package static let all =
    fixed + [
      FixedScript.nextAuth, FixedScript.mobile, FixedScript.org + FixedScript.claim, everything,
    ] + examples

  /// The package's examples.
  package static let examples: [String] = {
    let folder =
      "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Examples"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0.hasSuffix(".flow") }
      .compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
  }()
}
