import FlowEngine
import Testing

@Suite("Naming and secrets")
struct NamingTests {
  @Test(
    "Words compare regardless of ASCII case; underscore, space and hyphen are equal",
    arguments: [
      ("okta_email", "okta-email"), ("Google Authenticator", "google-authenticator"),
      ("EMAIL", "email"), ("é_É", "é-É"), ("", ""),
    ])
  func normalized(_ word: String, _ normalized: String) {
    #expect(Naming.normalized(word) == normalized)
  }

  @Test("A thing has its word, its title and its aliases as names, each once, and no others")
  func answers() {
    let naming = Naming("email", title: "E-mail Address", aliases: ["okta_email", "EMAIL"])
    #expect(naming.words == ["email", "okta-email", "e-mail-address"])
    #expect(naming.words.allSatisfy { naming.answers(to: $0) })
    #expect(!naming.answers(to: "e-mail"))
  }

  @Test("A secret prints its mask in every form, and only reveal returns it")
  func secret() {
    let secret = Secret("canary")
    var dumped = ""
    dump([Value.secret(secret)], to: &dumped)
    for shown in ["\(secret)", String(reflecting: secret), dumped, Value.secret(secret).shown] {
      #expect(!shown.contains("canary"))
    }
    #expect(secret.reveal() == "canary")
    #expect(Value.list([.text("a"), .secret(secret)]).shown == "a, \(Secret.mask)")
  }
}
