import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

/// One profile that serves several engines: values that only another engine needs aren't required.
@Suite("A profile for several engines")
struct SharedProfileTests {
  static let shipped = Project.example("profiles/jane.flow")

  static let phone = """
    org bank for nextauth {
      account "jane@example.com"
      device { start-manually off; pin "471100" }
    }
    flow "on the phone" {
      engine nextauth
      against bank
      on confirm-login choose "jane@example.com"
      on second-factor answer pin = secret PIN
    }
    """

  static let apps = """
    org suite for mobile-idp {
      app "Authenticator" {
        role provider; scheme "sampleidpapp"; consumer-key "IDP_KEY"; scopes api, web
      }
      app "Sample App" {
        scheme "sampleapp"; consumer-key "SP_KEY"; scopes api, web; provider "Authenticator"
      }
      user "jane@example.com" {
        name "Jane"; password "Correct-Horse-1"; logged-in "Authenticator"
      }
    }
    flow "between apps" {
      engine mobile-idp
      start from client
      against suite
      on choose-login   choose identity-provider
      on select-account choose "jane@example.com"
      on approve        choose allow
    }
    """

  /// A profile with rules and secrets for each engine.
  static let own = """
    profile jane {
      identifier = "jane@example.com"
      password   = secret JANE_PASSWORD
      pin        = secret JANE_PIN
      choose email
      on challenge password answer passcode = password
      on challenge email    answer code = inbox email
      on challenge phone    answer code = run "/bin/echo 1"
      on second-factor when event is "NEEDED" answer pin
      on security-check     answer passcode = file "lock.txt"
    }
    """

  static func run(
    _ script: String, profile: String, secrets: [String: String] = [:],
    transport: ScriptedTransport? = nil, options: [String] = []
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", script)
    let shell = Shell(transport: transport, environment: secrets)
    return await shell(["run", "--no-input", "--use", profile, path] + options)
  }

  @Test("The shipped profile serves flows of nextAuth and of apps, without inbox and secret")
  func shippedElsewhere() async throws {
    for (script, secrets) in [(Self.phone, ["PIN": "471100"]), (Self.apps, [:])] {
      let run = try await Self.run(script, profile: Self.shipped, secrets: secrets)
      #expect(run.status == .success, "\(run.all)")
      #expect(!run.errors.contains("warning"), "\(run.errors)")
    }
  }

  @Test("The shipped profile signs in at an issuer that sends no mail, without inbox")
  func shippedAtIssuer() async throws {
    let run = try await Self.run(
      "on identify answer identifier", profile: Self.shipped,
      secrets: ["JANE_PASSWORD": "Correct-Horse-1"], transport: ScriptedTransport(Pages.signIn),
      options: Pages.options)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("The values for the flow's own engine are required before the first request")
  func demanded() async throws {
    let transport = ScriptedTransport([])
    let idx = try await Self.run(
      "on identify answer identifier", profile: Self.shipped, transport: transport,
      options: Pages.options)
    #expect(idx.status == .wrongScript)
    #expect(
      idx.errors.contains("error[missing-values]: a value is missing: secret JANE_PASSWORD"))
    #expect(transport.requests.isEmpty)
    let phone = try await Self.run(Self.phone, profile: Self.shipped)
    #expect(phone.errors.contains("error[missing-values]: a value is missing: secret PIN"))
  }

  @Test("A profile of three engines requires, for each, only what the engine's rules use")
  func ownProfile() async throws {
    let folder = try TemporaryFolder()
    let profile = try folder.write("jane.flow", Self.own)
    let phone = Self.phone.split(separator: "\n").filter { !$0.contains("secret PIN") }
      .joined(separator: "\n")
    let onPhone = try await Self.run(phone, profile: profile, secrets: ["JANE_PIN": "471100"])
    #expect(onPhone.status == .success, "\(onPhone.all)")
    let apps = try await Self.run(Self.apps, profile: profile)
    #expect(apps.errors.contains("lock.txt"), "\(apps.all)")
    #expect(!apps.errors.contains("JANE_PASSWORD"))
    let idx = try await Self.run(
      "on identify answer identifier", profile: profile,
      secrets: ["JANE_PASSWORD": "Correct-Horse-1"], transport: ScriptedTransport(Pages.signIn),
      options: Pages.options + ["--allow-run"])
    #expect(idx.status == .success, "\(idx.all)")
  }

  @Test("A secret that isn't required is masked, too")
  func masked() async throws {
    let script = Self.phone.replacing(
      "on confirm", with: "on ready say \"Pa55w0rd-1 here\"\n  on confirm")
    let run = try await Self.run(
      script.replacing("start-manually off", with: "start-manually on")
        .replacing("on confirm", with: "on ready submit\n  on confirm"),
      profile: Self.shipped, secrets: ["PIN": "471100", "JANE_PASSWORD": "Pa55w0rd-1"])
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.output.contains("Pa55w0rd-1"), "\(run.all)")
  }
}
