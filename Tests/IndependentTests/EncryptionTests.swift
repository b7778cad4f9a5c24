import FlowCrypto
import FlowEngine
import FlowHTTP
import Testing
import NextAuthSimulator
import SimulatorKit

/// Data encrypted here and opened by external programs, and the reverse.
@Suite(
  .enabled(if: AESGCM.isAvailable),
  .enabled(if: Tool.hasPython("cryptography"), "no cryptography for Python here"))
struct EncryptionTests {
  private func verdict(
    _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]
  ) throws -> JSON {
    try Tool.verify(
      "aes-gcm",
      [
        "key": .string(Base64.encode(key)), "nonce": .string(Base64.encode(nonce)),
        "data": .string(Base64.encode(data)), "sealed": .string(Base64.encode(sealed)),
      ])
  }

  @Test(
    "Data sealed here opens there, and data sealed there opens here",
    arguments: [0, 1, 16, 1000])
  func bothWays(size: Int) throws {
    var generator = SystemRandomNumberGenerator()
    func random(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let (key, nonce, data, text) = (random(32), random(12), random(size), random(size))
    let sealed = try AESGCM.seal(text, key: key, nonce: nonce, authenticating: data)
    let good = try verdict(sealed, key: key, nonce: nonce, data: data)
    #expect(good["ok"] == true, "\(good)")
    #expect(good["text"]?.string.flatMap(Base64.decode) == text)
    let again = try #require(good["sealed"]?.string.flatMap(Base64.decode))
    #expect(
      try AESGCM.open(again, key: key, nonce: nonce.reversed(), authenticating: data) == text)
    #expect(try verdict(sealed, key: key, nonce: nonce.reversed(), data: data)["ok"] == false)
  }

  @Test("A push of a simulated nextAuth opens there with the device's key")
  func push() throws {
    let org = try #require(NextAuthOrg.build(name: "bank", settings: []).org)
    let server = NextAuthServer(org, clock: ManualClock(now: .seconds(1_800_000_000)), seed: 5)
    func ask(_ path: String) throws -> JSON {
      let url = NextAuthOrg.inProcessAddress.replacing(path: path, query: nil)
      guard case .json(let json) = server.answer(HTTPRequest(.post, url)).body else {
        throw TransportFailure.malformed(path)
      }
      return json
    }
    let key = try #require(try ask("/sdk/device")["pushKey"]?.string.flatMap(Base64URL.decode))
    let message = try #require(
      try ask("/outside/push")["message"]?.string.flatMap(Base64URL.decode))
    let opened = try verdict(
      Array(message[16...]), key: key, nonce: Array(message[4..<16]), data: Array(message[..<4]))
    let plain = try JSON(parsing: #require(opened["text"]?.string.flatMap(Base64.decode)))
    #expect(plain["type"] == "login")
    #expect(plain["payload"]?["server"] == "bank.example")
  }
}
