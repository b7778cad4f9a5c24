import FlowEngine
import SimulatorKit

// The tables of blocks that set a single part of the org.

extension CodePolicy {
  /// The settings in the block `codes`.
  static let table = SettingTable<CodePolicy>(
    of: "codes",
    entries: [
      SettingEntry(
        "expire", "`expire 2m`", "The lifetime of a sent code.", usual: "5 minutes",
        notAs: ["life", "lifetime", "ttl", "timeout"], .duration { $0.life = $1 }),
      SettingEntry(
        "attempts", "`attempts 3`", "The number of wrong answers that end a challenge.", usual: "5",
        notAs: ["tries", "max-attempts"], .whole(1...100) { $0.attempts = $1 }),
    ])
}

extension OktaVerifyPolicy {
  /// The settings in the block `okta-verify`.
  static let table = SettingTable<OktaVerifyPolicy>(
    of: "okta-verify",
    entries: [
      SettingEntry(
        "number-challenge", "`number-challenge on`",
        "Whether a push shows a number that has to be found on the phone.", usual: "`off`",
        .flag { $0.showsNumber = $1 }),
      SettingEntry(
        "push", "`push on-request`",
        "Whether the push is sent when it is chosen (`at-once`), or asked for with "
          + "`authenticator-verification-data` (`on-request`); then `autoChallenge` sends the next "
          + "ones at once.",
        usual: "`at-once`",
        .choice(["at-once": false, "on-request": true]) { $0.sendsOnRequest = $1 }),
      SettingEntry(
        "expire", "`expire 2m`", "The time in which a push can be answered.", usual: "5 minutes",
        .duration { $0.life = $1 }),
      SettingEntry(
        "enroll", "`enroll after 5s` or `enroll never`",
        "The time until a phone has enrolled after it got the image or link.", usual: "`after 10s`",
        notAs: ["enrol"], .custom { policy, line in policy.readEnroll(line) }),
      SettingEntry(
        "user-verification",
        "`user-verification biometrics` or `user-verification unknown \"why\"`",
        "How the phones of the org verify their owner at a push and at FastPass, if the user's own "
          + "setting doesn't say: by `biometrics`, by `pin`, or `off`.",
        usual: "`off`", example: "user-verification biometrics",
        .custom { policy, line in policy.readVerification(line) }),
    ])

  private mutating func readVerification(_ line: SettingLine) {
    // The org reads an unknown fact.
    guard line.terms().first?.word != "unknown" else { return }
    verification = []
    verification.readUserVerification(line)
  }

  private mutating func readEnroll(_ line: SettingLine) {
    let terms = line.terms()
    if terms.count == 1, terms[0].word == "never" {
      enrollsAfter = nil
    } else if terms.count == 2, terms[0].word == "after", let duration = terms[1].duration {
      enrollsAfter = duration
    } else {
      line.malformed(at: terms.first)
    }
  }
}

extension KeepMeSignedIn {
  /// The settings in the block `keep-me-signed-in`.
  static let table = SettingTable<KeepMeSignedIn>(
    of: "keep-me-signed-in",
    entries: [
      SettingEntry(
        "prompt", "`prompt every 30 days` or `prompt always`",
        "The time for which users who have answered aren't asked again.", usual: "`always`",
        .custom { policy, line in policy.readPrompt(line) }),
      SettingEntry(
        "lifetime", "`lifetime 90 days`",
        "The lifetime of the session of users who stay signed in.", usual: "as long as any session",
        .span { $0.lifetime = $1 }),
    ])

  private mutating func readPrompt(_ line: SettingLine) {
    let terms = line.terms()
    if terms.count == 1, terms[0].word == "always" {
      every = nil
    } else if terms.first?.word == "every", let span = SettingTime.span(terms.dropFirst()) {
      every = span
    } else {
      line.malformed(at: terms.first)
    }
  }
}

extension NetworkZone {
  /// The settings in the block `zone`.
  static let table = SettingTable<NetworkZone>(
    of: "zone",
    entries: [
      SettingEntry(
        "ip", "`ip \"10.0.0.0/8\", \"192.168.1.1-192.168.1.9\"`",
        "Its addresses: single ones, prefixes and ranges, of IPv4 and IPv6.", usual: "none",
        notAs: ["ips", "address", "addresses", "gateway", "gateways", "cidr"],
        .custom { zone, line in zone.readAddresses(line) }),
      SettingEntry(
        "country", "`country \"FR\", \"UA-26\"` or `country not \"FR\"`",
        "Countries, as ISO 3166 codes. Subdivisions are possible too.", usual: "any",
        notAs: ["countries", "location", "locations", "region", "geo"], repeats: true,
        .custom { zone, line in
          zone.terms.countries.read(line, "a country such as `FR`, or `UA-26`", ZoneValue.isCountry)
        }),
      SettingEntry(
        "asn", "`asn \"64500\"` or `asn not \"64500\"`",
        "Numbers of autonomous systems.", usual: "any", notAs: ["asns", "network", "isp"],
        repeats: true,
        .custom { zone, line in
          zone.terms.systems.read(
            line, "a number from 0 to 4294967295 without leading zeros",
            ZoneValue.isSystem)
        }),
      SettingEntry(
        "service", "`service \"TOR\"` or `service not \"TOR\"`",
        "Categories of services, such as anonymizers and proxies, as the API names them.",
        usual: "any", notAs: ["services", "proxy", "proxy-type", "category", "categories"],
        repeats: true,
        .custom { zone, line in
          zone.terms.services.read(line, "the name of a category", ZoneValue.isService)
        }),
      SettingEntry(
        "blocked", "`blocked on`",
        "Whether every request from there is refused before any policy is asked.", usual: "`off`",
        notAs: ["block", "denied"], .flag { $0.isBlocked = $1 }),
    ])

  private mutating func readAddresses(_ line: SettingLine) {
    for (text, term) in line.names() {
      guard let range = IPAddress.range(text) else {
        line.report(
          SettingProblem(
            .value, "`\(text)` isn't an address, a prefix or a range", at: term.place,
            help: "write it as \(line.form)"))
        continue
      }
      ranges.append(range)
    }
  }
}

/// The block `sign-on-policy`, whose rules are read with the apps that use them.
struct SharedPolicy {
  static let table = SettingTable<SharedPolicy>(
    of: "sign-on-policy",
    entries: [
      SettingEntry(
        "sign-on", "`sign-on [\"staff\"] { when group staff; require password and possession }`",
        "A rule, as outside of a policy.", usual: "any one authenticator is enough",
        example: "sign-on { require any 2 }", repeats: true, .sharedBlock)
    ])
}

extension App {
  /// The settings in the block `app`.
  static let table = SettingTable<App>(
    of: "app",
    entries: [
      SettingEntry(
        "client-id", "`client-id \"0oa1\"`", "The only client id that is accepted.", usual: "any",
        notAs: ["client", "clientid"], .name { $0.clientID = $1 }),
      SettingEntry(
        "redirect", "`redirect \"com.example:/callback\"`",
        "The redirect URIs, separated by commas.", usual: "any",
        notAs: ["redirects", "redirect-uri", "redirect-uris", "callback"],
        .custom { app, line in app.redirects = App.addresses(line) }),
      SettingEntry(
        "logout-redirect", "`logout-redirect \"com.example:/\"`",
        "The addresses that a sign-out may redirect to, separated by commas.",
        usual: "an app's own scheme, or this machine",
        notAs: ["post-logout-redirect-uri", "logout-redirect-uri"],
        .custom { app, line in app.logoutRedirects = App.addresses(line) }),
      SettingEntry(
        "refresh-grace", "`refresh-grace 30s`, at most 60s",
        "The time for which a used refresh token is accepted once more.", usual: "not at all",
        notAs: ["grace", "rotation-grace"], .custom { app, line in app.readGrace(line) }),
      SettingEntry(
        "audience", "`audience \"api://acme\"`", "The audience of access tokens (`aud`).",
        usual: "`api://default`", notAs: ["aud"], .name { $0.audience = $1 }),
      SettingEntry(
        "consent", "`consent email, phone`",
        "The scopes that users are asked to agree to if the client requests them.", usual: "none",
        notAs: ["scopes"], .names { $0.consent = $1 }),
      SettingEntry(
        "assigned", "`assigned group staff, user \"jane@example.com\"`",
        "The users who can sign in to the app. All others are refused.", usual: "everyone",
        notAs: ["assign", "assignments", "users", "groups"],
        .custom { _, line in App.checkAssigned(line) }),
      SettingEntry(
        "sign-on-policy", "`sign-on-policy \"strong\"`", "The shared sign-on rules of the app.",
        usual: "the app's own rules, or else those of the org",
        notAs: ["policy", "authentication-policy", "access-policy"], .custom { _, _ in }),
      SettingEntry(
        "sign-on", "`sign-on [\"staff\"] { when group staff; require password and possession }`",
        "A sign-on rule of the app, as in an org.", usual: "the rules of the org",
        example: "sign-on { require any 2 }", notAs: ["rule", "rules"], repeats: true,
        .sharedBlock),
      SettingEntry(
        "registration", "`registration { profile firstName, lastName, email }`",
        "How users sign up for the app, as in an org.", usual: "the registration of the org",
        example: "registration { }", notAs: ["sign-up"], .sharedBlock),
      SettingEntry(
        "secret", "`secret \"…\"`", "The secret of a confidential client.",
        usual: "a public client", notAs: ["client-secret"], .secret { $0.secret = $1 }),
      SettingEntry(
        "dpop", "`dpop required` or `dpop optional`",
        "Whether the client must prove that it has the key of its tokens (RFC 9449).",
        usual: "`optional`: tokens are bound to a key if the client proves that it has it",
        notAs: ["dpop-bound-access-tokens", "proof-of-possession", "proof"],
        .custom { app, line in
          app.requiresProof = line.choice(["optional", "required"]) == "required"
        }),
    ])

  /// Returns the addresses in a line.
  ///
  /// Reports the addresses to which a browser can't be redirected.
  private static func addresses(_ line: SettingLine) -> [String] {
    line.names().map { name, term in
      if RedirectAddress(name) == nil {
        line.report(
          SettingProblem(
            .value, "`\(name)` isn't an address that a browser can be sent back to",
            at: term.place,
            help: "write an absolute address without a fragment, such as `com.example:/callback`"))
      }
      return name
    }
  }

  /// Reports users of `assigned` that aren't a `group` or a `user`.
  private static func checkAssigned(_ line: SettingLine) {
    if line.values.isEmpty { line.malformed() }
    var hasSubject = false
    for terms in line.values {
      if terms.count == 2, let word = terms[0].word {
        guard ["group", "user"].contains(word) else {
          line.report(
            SettingProblem(
              .value, "expected `group` or `user`", at: terms[0].place,
              help: "write it as \(line.form)", word: word, candidates: ["group", "user"]))
          return
        }
        hasSubject = true
      }
      guard hasSubject, terms.count <= 2, terms.last?.name != nil else {
        return line.malformed(at: terms.first)
      }
    }
  }

  private mutating func readGrace(_ line: SettingLine) {
    let grace = line.one { term in
      term.duration.flatMap { $0 <= App.refreshGraceMax ? $0 : nil }
    }
    refreshGrace = grace ?? .zero
  }
}
