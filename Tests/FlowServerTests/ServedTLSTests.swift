#if os(Linux)
import CommandSupport
import FlowCrypto
import FlowEngine
import FlowInterpreter
import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

@testable import FlowServer

/// `flow serve --tls`.
@Suite("A served org over TLS", .realTime, .enabled(if: RSA.isAvailable && TLSIdentity.isAvailable))
struct ServedTLSTests {
  private static func files(_ folder: TemporaryFolder) throws -> [String: String] {
    [
      "CERT": try folder.write("cert.pem", TestCertificate.certificate),
      "KEY": try folder.write("key.pem", TestCertificate.key),
      "OTHER": try folder.write("other.pem", TestCertificate.otherKey),
      "LOCKED": try folder.write("locked.pem", TestCertificate.encryptedKey),
      "JUNK": try folder.write("junk.pem", "junk\n"),
      "CUT": try folder.write("cut.pem", String(TestCertificate.certificate.dropLast(200))),
      "FOLDER": folder.path,
    ]
  }

  static let refused: [(words: [String], said: [String])] = [
    (["--tls"], ["`--tls` needs 2 values", "write `--tls CERT KEY`"]),
    (["--tls", "CERT"], ["`--tls` needs 2 values"]),
    (["--tls", "CERT", "--port", "0"], ["`--tls` needs 2 values"]),
    (["--tls", "CERT", "KEY", "--tls", "CERT", "KEY"], ["`--tls` is given twice"]),
    (["--tls", "nowhere.pem", "KEY"], ["`--tls`: nowhere.pem: there is no such file"]),
    (["--tls", "CERT", "nowhere.pem"], ["`--tls`: nowhere.pem: there is no such file"]),
    (["--tls", "FOLDER", "KEY"], ["this is a folder"]),
    (
      ["--tls", "JUNK", "KEY"], ["junk.pem doesn't have a certificate in PEM form", "openssl x509"]
    ),
    (["--tls", "CUT", "KEY"], ["cut.pem: a certificate in it can't be read"]),
    (["--tls", "KEY", "CERT"], ["key.pem has a private key but no certificate", "comes first"]),
    (["--tls", "CERT", "CERT"], ["cert.pem has a certificate but no private key", "second"]),
    (["--tls", "CERT", "JUNK"], ["junk.pem doesn't have a private key in PEM form"]),
    (["--tls", "CERT", "OTHER"], ["other.pem isn't the key of the first certificate in"]),
    (["--tls", "CERT", "LOCKED"], ["locked.pem: the key is encrypted with a passphrase"]),
  ]

  @Test("Unusable files are refused with the reason", arguments: refused)
  func refuses(words: [String], said: [String]) async throws {
    let folder = try TemporaryFolder()
    let files = try Self.files(folder)
    let run = await Shell()(["serve", "--port", "0"] + words.map { files[$0] ?? $0 })
    #expect(run.status == .usage && run.output.isEmpty, "\(run.all)")
    for text in said { #expect(run.errors.contains(text), "\(run.all)") }
    #expect(!run.errors.contains("PRIVATE KEY-----\nMI"))
  }

  @Test("Every address that it returns is https")
  func addresses() async throws {
    let folder = try TemporaryFolder()
    let files = try Self.files(folder)
    let (certificate, key) = (try #require(files["CERT"]), try #require(files["KEY"]))
    let org = try ServedTestOrg { $0.tls = TLSFiles(certificate: certificate, key: key) }
    let origin = "https://localhost:\(org.port)"
    #expect(org.service.issuer.description == "\(origin)/oauth2/default")
    #expect(org.service.page.description == "\(origin)/")
    let client = NetworkTransport(caFile: certificate, limits: .patient)
    func get(_ url: String) async throws -> JSON {
      let answer = try await client.send(HTTPRequest(.get, try #require(HTTPURL(url))))
      guard case .bytes(let bytes) = answer.body else { return .null }
      return try JSON(parsing: bytes)
    }
    let discovery = try await get("\(origin)/oauth2/default/.well-known/openid-configuration")
    for name in ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"] {
      #expect(discovery[name]?.string?.hasPrefix(origin) == true, "\(name)")
    }
    let other = try await get(
      "https://127.0.0.1:\(org.port)/oauth2/default/.well-known/openid-configuration")
    #expect(other["issuer"]?.string == "https://127.0.0.1:\(org.port)/oauth2/default")
  }

  @Test("The project's own client signs in there, with its code from the org's own inbox")
  func signIn() async throws {
    let folder = try TemporaryFolder()
    let files = try Self.files(folder)
    let (certificate, key) = (try #require(files["CERT"]), try #require(files["KEY"]))
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try ServedTestOrg(clock: clock) {
      $0.tls = TLSFiles(certificate: certificate, key: key)
    }
    let script = try folder.write(
      "sign-in.flow",
      """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      answer code = inbox email
      expect success
      """)
    let run = await Shell(
      transport: PatientTransport(caFile: certificate),
      environment: ["JANE_PASSWORD": "Correct-Horse-1"], clock: clock)([
        "run", script, "--issuer", org.service.issuer.description, "--client-id", "0oaapp",
        "--redirect-uri", "com.example:/callback", "--ca-file", certificate, "--inbox",
        "https://localhost:\(org.port)", "--timeout", "60m", "--env", "JANE_PASSWORD",
      ])
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("success, 4 steps"))
  }

  @Test("Each part that can't be served is noted once, with the fix")
  func notes() {
    let recorder = Recorder()
    let notes = ServerNotes(recorder, certificate: "cert.pem")
    for _ in 0..<3 {
      notes.take(.httpAtTLSPort)
      notes.take(.failedHandshake("tlsv1 alert unknown ca"))
      notes.take(.failedHandshake("unsupported protocol"))
    }
    let lines = recorder.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1].hasSuffix("; the client must trust cert.pem or the certificate that issued it"))
    #expect(lines[2].hasSuffix("; the oldest supported version is TLS 1.2"))
    for number in 0..<100 { notes.take(.failedHandshake("reason \(number)")) }
    #expect(recorder.text.split(separator: "\n").count == 16)
    let plain = Recorder()
    ServerNotes(plain, certificate: nil).take(.tlsAtPlainPort)
    #expect(plain.text.contains("or serve https with `--tls CERT KEY`"))
  }
}
#endif
