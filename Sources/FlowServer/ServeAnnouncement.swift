import FlowEngine
package import FlowHost
import FlowScript
import FlowSimulation
package import FlowTerminal
package import FlowText
import OktaSimulator
import FlowHTTP

/// The text that `flow serve` prints when an org is ready.
package struct ServeAnnouncement {
  /// The maximum number of users to list.
  private static let accountsMax = 12

  private let found: OrgSource.Found
  private let service: OrgService
  private let style: Style

  package init(_ found: OrgSource.Found, _ service: OrgService, style: Style) {
    self.found = found
    self.service = service
    self.style = style
  }

  private var clientID: String { found.org.client.id ?? OktaSimulator.Org.usualClient.id }
  private var redirectURI: String {
    found.org.client.redirectURI ?? OktaSimulator.Org.usualClient.redirectURI
  }

  /// The announcement as text for users.
  package var text: TerminalText {
    let client = found.org.client
    let what = found.isBuiltIn ? "the built-in org" : "the simulated org"
    var lines: [TerminalText] = [
      "serving \(what) \(style("\(found.org.name)", as: .bold)); press Ctrl-C to stop", "",
      row("page", style("\(service.page.description)", as: .name)),
      row("for programs", style("\(service.api.description)", as: .name)),
    ]
    if let key = service.key { lines.append(row("their key", "\(key.reveal())")) }
    lines += [
      row("issuer", "\(service.issuer)"),
      row("client id", "\(client.id == nil ? "any, such as " : "")\(clientID)"),
      row(
        "redirect URI",
        "\(client.redirectURI == nil ? "any, such as " : "")\(redirectURI)"),
    ]
    for (index, fault) in service.faults.enumerated() {
      lines.append(row(index == 0 ? "faults" : "", "\(fault)"))
    }
    if client.secret != nil { lines.append(row("client secret", "from the org's settings")) }
    if !found.accounts.isEmpty { lines += [""] + accounts }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ name: TerminalText, _ value: TerminalText) -> TerminalText {
    "  " + Columns.pad(name, 15) + value
  }

  private var accounts: [TerminalText] {
    let shown = found.accounts.prefix(ServeAnnouncement.accountsMax)
    let width = shown.map(\.login.count).max() ?? 0
    let lines: [TerminalText] = shown.map { account in
      let password = account.password.map { "password \($0)" } ?? "no password"
      return "  \(Columns.pad(account.login, width + 2))\(password)"
    }
    let rest = found.accounts.count - shown.count
    return lines + (rest > 0 ? ["  and \(rest) more, on the page"] : [])
  }

  /// The announcement as JSON for programs.
  package var json: String {
    let object: JSON = [
      "org": .string(found.org.name), "issuer": .string(service.issuer.description),
      "clientId": .string(clientID), "redirectUri": .string(redirectURI),
      "page": .string(service.page.description), "port": .integer(service.port),
      "api": .string(service.api.description),
      "key": service.key.map { .string($0.reveal()) } ?? .null,
      "faults": .array(service.faults.map { .string($0) }),
    ]
    return String(decoding: object.bytes(), as: UTF8.self) + "\n"
  }
}
