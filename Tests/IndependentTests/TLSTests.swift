#if os(Linux)
import FlowHTTP
import Foundation
import TestSupport
import Testing

/// A server over TLS, from other programs' point of view.
@Suite(
  "TLS with other programs", .realTime,
  .enabled(if: TLSIdentity.isAvailable, "no libssl here"))
struct TLSTests {
  /// A server with a certificate from openssl, and the file to trust.
  private final class Served: Sendable {
    let server: HTTPServer
    let folder: URL

    var file: String { folder.appending(path: "cert.pem").path() }
    var place: String { "127.0.0.1:\(server.port)" }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let key = folder.appending(path: "key.pem")
      let certificate = folder.appending(path: "cert.pem")
      let made = try Tool.run([
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key.path(), "-out",
        certificate.path(), "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
      ])
      try #require(made.status == 0)
      let reading = TLSIdentity.read(
        certificate: try Array(Data(contentsOf: certificate)), key: try Array(Data(contentsOf: key))
      )
      let identity = try #require(reading.identity)
      server = try HTTPServer(identity: identity) { _ in
        { request in
          HTTPAnswer(
            HTTPResponse(
              status: 200, headers: ["X-Target": request.url.description], body: request.body))
        }
      }
    }

    deinit {
      server.stop()
      try? FileManager.default.removeItem(at: folder)
    }

    func connect(_ arguments: String..., input: String = "") throws -> (status: Int32, text: String)
    {
      let run = try Tool.run(
        [
          "openssl", "s_client", "-connect", place, "-CAfile", file, "-verify_return_error",
        ] + arguments, input: Array(input.utf8), showsErrors: true)
      return (run.status, String(decoding: run.output, as: UTF8.self))
    }
  }

  @Test(
    "openssl negotiates only TLS 1.2 and 1.3, and can't renegotiate",
    .enabled(if: Tool.answers(["openssl", "version"]), "no openssl here"))
  func openssl() throws {
    let served = try Served()
    for (option, version) in [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")] {
      let run = try served.connect(option, "-brief", "-alpn", "h2,http/1.1")
      #expect(run.text.contains("Protocol version: \(version)"), "\(run.text)")
      #expect(run.text.contains("Verification: OK") && run.status == 0)
    }
    #expect(try served.connect("-tls1_1", "-brief").status != 0)
    #expect(try served.connect("-alpn", "h2", "-brief").status != 0)
    let again = try served.connect("-tls1_2", input: "R\n")
    #expect(again.text.contains("no renegotiation"), "\(again.text)")
  }

  @Test(
    "curl and Python's ssl send a large body and get it back whole",
    .enabled(if: Tool.answers(["openssl", "version"]), "no openssl here"),
    .enabled(if: Tool.answers(["curl", "--version"]), "no curl here"),
    .enabled(if: Tool.answers(["python3", "-c", "import ssl"]), "no Python with ssl here"))
  func clients() throws {
    let served = try Served()
    let body = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = "https://localhost:\(served.server.port)/a"
    let run = try Tool.run(
      ["curl", "-sS", "--noproxy", "*", "--cacert", served.file, "--data-binary", "@-", url],
      input: body)
    #expect(run.status == 0 && run.output == body)
    let script = """
      import http.client, ssl, sys
      context = ssl.create_default_context(cafile=sys.argv[1])
      client = http.client.HTTPSConnection("localhost", int(sys.argv[2]), context=context)
      for _ in range(3):
        client.request("POST", "/a", b"x" * 900000)
        answer = client.getresponse()
        print(answer.status, answer.getheader("X-Target"), len(answer.read()))
      """
    let python = try Tool.run(
      ["python3", "-c", script, served.file, "\(served.server.port)"], showsErrors: true)
    #expect(
      String(decoding: python.output, as: UTF8.self)
        == String(repeating: "200 \(url) 900000\n", count: 3))
  }
}
#endif
