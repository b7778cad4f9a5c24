import FlowEngine
package import FlowHost
import FlowJOSE
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
      row("API token", "\(service.apiToken.reveal())"),
      row("issuer", "\(service.issuer)"),
    ]
    if let app = service.serviceApp {
      let proof: TerminalText = app.requiresDPoP ? ", with DPoP" : ""
      lines.append(row("service app", "\(app.clientID), \(app.key.algorithm)" + proof))
    }
    for app in found.org.apps {
      let client = app.org.client
      lines.append(row("app", style("\(app.name)", as: .bold)))
      lines += rows(of: client, id: client.id ?? clientID)
    }
    if found.org.apps.isEmpty { lines += rows(of: client, id: clientID) }
    for (index, fault) in service.faults.enumerated() {
      lines.append(row(index == 0 ? "faults" : "", "\(fault)"))
    }
    if !found.accounts.isEmpty { lines += [""] + accounts }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ name: TerminalText, _ value: TerminalText) -> TerminalText {
    "  " + Columns.pad(name, 15) + value
  }

  private func rows(of client: OktaSimulator.Org.Client, id: String) -> [TerminalText] {
    let usual = OktaSimulator.Org.usualClient.redirectURI
    var rows = [
      row("client id", "\(client.id == nil ? "any, such as " : "")\(id)"),
      row(
        "redirect URI", client.redirectURI.map { "\($0)" } ?? "any, such as \(usual)"),
    ]
    if client.secret != nil { rows.append(row("client secret", "from the org's settings")) }
    return rows
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
    var object: JSONObject = [
      "org": .string(found.org.name), "issuer": .string(service.issuer.description),
      "clientId": .string(clientID), "redirectUri": .string(redirectURI),
      "page": .string(service.page.description), "port": .integer(service.port),
      "api": .string(service.api.description),
      "apiToken": .string(service.apiToken.reveal()),
      "key": service.key.map { .string($0.reveal()) } ?? .null,
      "faults": .array(service.faults.map { .string($0) }),
    ]
    if let app = service.serviceApp {
      object["serviceApp"] = ["clientId": .string(app.clientID), "dpop": .bool(app.requiresDPoP)]
    }
    if !found.org.apps.isEmpty {
      object["apps"] = .array(
        found.org.apps.map { app in
          let client = app.org.client
          return [
            "name": .string(app.name), "clientId": .string(client.id ?? clientID),
            "redirectUri": .string(client.redirectURI ?? redirectURI),
          ]
        })
    }
    return String(decoding: JSON.object(object).bytes(), as: UTF8.self) + "\n"
  }
}
