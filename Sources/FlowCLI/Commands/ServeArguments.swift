import FlowHTTP
import FlowHost
import FlowJOSE
import FlowScript
import FlowServer
import FlowSyntax
import FlowTerminal
import FlowText

extension ServeOptions {
  private typealias Fault = UsageFault

  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments, _ machine: Host) throws(UsageFault) {
    self.init()
    org = try OrgArguments.choice(arguments, machine, command: "flow serve")
    if let number = try arguments.value(ServeCommand.port) { port = number }
    if let address = try arguments.value(ServeCommand.host) { host = address }
    if let url = try arguments.value(ServeCommand.issuer) { issuer = url }
    if let number = try arguments.value(ServeCommand.seed) {
      seed = number
      guard !isOpenToOthers else {
        throw Fault(
          message: "`--seed` makes every code and token predictable, and other machines can reach"
            + " `--host \(host)`",
          help: "leave `--seed` or `--host` out: a seed is for this machine only")
      }
    }
    faults = try arguments.values(SharedOptions.fault)
    let files = arguments.texts(ServeCommand.tls)
    if files.count == 2 { tls = TLSFiles(certificate: files[0], key: files[1]) }
    serviceApp = try ServeOptions.serviceApp(arguments)
    isJSON = arguments.has(SharedOptions.json)
  }

  /// Reads the service app, whose public key is in a file.
  private static func serviceApp(
    _ arguments: ParsedArguments
  ) throws(UsageFault) -> ServedServiceApp? {
    let words = arguments.texts(ServeCommand.serviceApp)
    let requiresDPoP = arguments.has(ServeCommand.dpop)
    guard words.count == 2 else {
      guard !requiresDPoP else {
        throw Fault(
          message: "`--dpop` is for a service app", help: "add `--service-app ID KEY`")
      }
      return nil
    }
    let key = try KeyFile.read(
      words[1], of: ServeCommand.serviceApp,
      help: "write `--service-app ID KEY`: a client id, and its public key as JSON (JWK)"
    ) { bytes throws(WebKeyFailure) in
      guard let json = try? JSON(parsing: bytes) else {
        throw WebKeyFailure("it isn't JSON", help: "write the public key as JSON (JWK)")
      }
      let keys = json["keys"]?.array
      return try PublicWebKey(keys?.count == 1 ? keys?[0] ?? json : json)
    }
    return ServedServiceApp(clientID: words[0], key: key, requiresDPoP: requiresDPoP)
  }

  /// Reads a port.
  static func port(_ text: String) throws(UsageFault) -> Int {
    guard let number = UInt16(text), text.utf8.allSatisfy({ 48...57 ~= $0 }) else {
      throw Fault(
        message: "`--port` takes a number from 0 to 65535, not `\(text)`",
        help: "0 chooses a free one")
    }
    return Int(number)
  }

  /// Reads an IP address or `localhost`, and removes brackets around an address.
  static func host(_ text: String) throws(UsageFault) -> String {
    var name = text
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    let shown = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name
    let isAddress = name.utf8.contains(UInt8(ascii: ":")) || name.utf8.allSatisfy { $0 < 58 }
    guard let url = HTTPURL("http://\(shown)/"), url.path == "/", url.query == nil,
      url.port == HTTPURL.Scheme.http.port, isAddress || url.host == "localhost"
    else {
      throw Fault(
        message: "`--host` takes an address of this machine, not `\(text)`",
        help: "for example 127.0.0.1, ::1, or 0.0.0.0 for every address; a port goes to `--port`")
    }
    return url.host
  }

  /// Reads a seed.
  static func seed(_ text: String) throws(UsageFault) -> UInt64 {
    if let number = UInt64(text) { return number }
    throw Fault(message: "`--seed` takes a whole number, not `\(text)`")
  }

  /// Reads the address of an issuer.
  static func issuer(_ text: String) throws(UsageFault) -> HTTPURL {
    guard var url = HTTPURL(text), url.query == nil else {
      throw Fault(
        message: "`--issuer` takes an address of http or https, not `\(text.displayedAddress)`",
        help: "for example `--issuer http://10.0.2.2:\(ServeOptions.defaultPort)/oauth2/default`")
    }
    while url.path.utf8.count > 1, url.path.hasSuffix("/") { url.path.removeLast() }
    if url.path == "/" { url.path = ServeOptions.issuerPath }
    return url
  }
}
