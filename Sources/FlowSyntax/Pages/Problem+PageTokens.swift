extension Problem.ID {
  /// The pages on issuers and their tokens.
  var tokenPage: Page? {
    issuerPage ?? claimPage
  }

  private var issuerPage: Page? {
    switch self {
    case .idTokenAlgorithm:
      Page(
        id: self, title: "an ID token that is signed in no accepted way",
        meaning: """
          The ID token's header names another algorithm than `RS256`, which is what Okta signs with. What
          a token says of itself never decides how it is checked: `none`, or a shared key such as `HS256`,
          would let anybody make one.
          """,
        example: .situation(
          "It comes from an issuer that signs its ID tokens by `HS256`, or not at all."),
        mending: """
          Have the issuer sign by `RS256`. If it is Okta, the token didn't come from it: check the issuer's
          address, and what stands between.
          """)
    case .idTokenKey:
      Page(
        id: self, title: "an ID token by an unknown key",
        meaning: """
          The ID token says that it is signed by a key (`kid`) which is not among those that the issuer
          publishes for signatures, so that nobody can tell who signed it.
          """,
        example: .situation(
          "It comes from a token that another issuer has signed."),
        mending: """
          Run it again after a minute, for a key that was just made may not be published yet. If it stays so,
          the token isn't the issuer's, and must not be taken.
          """)
    case .idTokenMalformed:
      Page(
        id: self, title: "what is no ID token",
        meaning: """
          What came as the ID token isn't a signed token of three parts, doesn't say whose it is (`sub`), or
          is another person's than the one that was refreshed.
          """,
        example: .situation(
          "It comes from an issuer that encrypts its ID tokens."),
        mending: """
          Have the issuer send plain signed tokens. Without the scope `openid` there is no ID token at all,
          and nothing to check.
          """)
    case .idTokenSignature:
      Page(
        id: self, title: "an ID token that was changed",
        meaning: """
          The ID token's signature is not one of it by the issuer's key: the token was changed after it was
          signed, or somebody else has signed it.
          """,
        example: .situation(
          "It comes from a token in which somebody has written another name."),
        mending: """
          Don't use the token. Check the issuer's address and what stands between; the certificates that
          `--ca-file` trusts are a way in.
          """)
    case .idTokenUnchecked:
      Page(
        id: self, title: "a signature that was not checked",
        meaning: """
          The ID token's claims are right, and it came over a protected connection; but this machine has no
          library to check its signature with. Linux takes OpenSSL's libcrypto, which is opened when it is
          needed. It is a warning: the run goes on.
          """,
        example: .situation(
          "It comes from a small container without OpenSSL."),
        mending: """
          Install libcrypto: `libssl3` on Debian and Ubuntu, `openssl-libs` on Fedora, `libcrypto3` on
          Alpine.
          """)
    case .certificateRefused:
      Page(
        id: self, title: "a server whose certificate is not trusted",
        meaning: """
          The server's certificate is not one that this machine trusts: nobody known has signed it, it is
          another host's, or it is out of date. Nothing was sent to it.
          """,
        example: .situation(
          "It comes from a test server with a certificate that it has signed itself."),
        mending: """
          Check the issuer's host and port, and this machine's clock. A certificate of your own, or of a
          company's proxy, is trusted with `--ca-file FILE` on Linux, and from the keychain on Apple
          systems. Don't take a certificate that you didn't expect.
          """)
    case .redirectMismatch:
      Page(
        id: self, title: "an answer from a browser that is not for this sign-in",
        meaning: """
          The browser that was sent away came back at another address than the client's redirect address,
          or with the answer to another sign-in: its `state` is not the one that this one was begun with.
          Taking it would let a stranger put a sign-in of their own in place of yours. Nothing of it was
          sent anywhere.
          """,
        example: .situation(
          "It comes from an old link, followed or pasted after a new sign-in was begun."),
        mending: """
          Begin again, and follow the newest link. Where it happens each time, see that the redirect
          address is the one that the client is registered with, and that the whole address is handed on,
          with its query.
          """)
    case .issuerMismatch:
      Page(
        id: self, title: "another issuer answers",
        meaning: """
          At the issuer's address something describes itself under another name. That is what a wrong
          address looks like, and also a server that passes itself off as another.
          """,
        example: .situation(
          "It comes from an issuer's custom domain where tokens are made in the name of the `okta.com` one."
        ),
        mending: """
          Name the issuer as it calls itself, if that is the one you mean. An authorization server's setting
          Issuer says by which name it goes; nothing has been sent to it yet.
          """)
    default: nil
    }
  }

  private var claimPage: Page? {
    switch self {
    case .idTokenAudience:
      Page(
        id: self, title: "an ID token for another app",
        meaning: """
          The ID token's `aud` names another client than the one that signs in, or its `azp` says that
          another client had it made. Taking it would let the token of one app open another.
          """,
        example: .situation(
          "It comes from a client id that is not the one the issuer's answer is for."),
        mending: """
          Check `client-id` (in the script, `--config`, `FLOW_CLIENT_ID` or `--client-id`) against the app's
          registration. `flow run --trace` says where the one that was used came from.
          """)
    case .idTokenExpired:
      Page(
        id: self, title: "an ID token that has expired",
        meaning: """
          The ID token's `exp` lies more than five minutes back, or it has none, though it came just now.
          Either this machine's clock is wrong, or the token is an old one.
          """,
        example: .situation(
          "It comes from a machine whose clock runs an hour ahead."),
        mending: """
          Set the clock: `date -u` shows what this machine thinks. If it is right, the issuer hands out old
          tokens, and none of them must be taken.
          """)
    case .idTokenHash:
      Page(
        id: self, title: "an ID token with another access token",
        meaning: """
          The ID token's `at_hash` is not that of the access token that came with it: one of the two was
          exchanged on its way.
          """,
        example: .situation(
          "It comes from a server in between that replaces one of the two tokens."),
        mending: """
          Don't use either token. Check the issuer's address and what stands between; the certificates that
          `--ca-file` trusts are a way in.
          """)
    case .idTokenIssuer:
      Page(
        id: self, title: "an ID token of another issuer",
        meaning: """
          The ID token's `iss` is not the issuer that was asked. An org's own authorization server and its
          custom ones are different issuers, and so are a custom domain and the `okta.com` one.
          """,
        example: .situation(
          "It comes from the issuer `https://acme.okta.com` where the app uses `/oauth2/default`."),
        mending: """
          Name the issuer as the message shows it, if that is the one you mean: it is listed under Security,
          API in the admin console.
          """)
    case .idTokenNonce:
      Page(
        id: self, title: "an ID token of another sign-in",
        meaning: """
          The ID token doesn't repeat the `nonce` that this sign-in sent with its first request: it was made
          for another one, and may be replayed.
          """,
        example: .situation(
          "It comes from a server in between that answers with an earlier sign-in's tokens."),
        mending: """
          Run it again. If it stays so, check what stands between this machine and the issuer: the token must
          not be taken.
          """)
    case .idTokenSignInTime:
      Page(
        id: self, title: "an ID token of a sign-in too long ago",
        meaning: """
          The sign-in was started with `max-age`, and the ID token's `auth_time` says that the person signed
          in longer ago than that, or it has none: the server took an older session for good enough.
          """,
        example: .situation(
          "It comes from a server that passes over the `max_age` it was sent."
        ),
        mending: """
          Give a `max-age` that fits the session's policy, or end the session first. Don't take the token for
          a fresh sign-in.
          """)
    case .idTokenTime:
      Page(
        id: self, title: "an ID token of another time",
        meaning: """
          The ID token's `iat` is more than five minutes from this machine's time, or it has none, though it
          came just now. Either the clock is wrong, or the token is an old one.
          """,
        example: .situation(
          "It comes from a machine whose clock runs an hour behind."),
        mending: """
          Set the clock: `date -u` shows what this machine thinks. A container or a virtual machine that was
          asleep often has an old time.
          """)
    default: nil
    }
  }
}
