import FlowEngine
import FlowHTTP

/// The page of a transaction.
///
/// Its content depends on the stage of the transaction and on the messages.
struct Page {
  let org: Org
  let transaction: Transaction
  /// The account of the transaction's user; `nil` if there is none.
  let account: Account?
  let messages: [IonMessage]
  let fieldMessages: [FieldMessage]
  /// The factors on earlier pages, for reuse; `nil` if they aren't stored.
  let memo: PageMemo?

  init(
    org: Org, transaction: Transaction, account: Account?, reply: Reply, memo: PageMemo? = nil
  ) {
    self.org = org
    self.memo = memo
    self.transaction = transaction
    self.account = account
    messages = reply.messages
    fieldMessages = reply.fields
  }

  var policy: OrgPolicy { org.policy }
  var site: Site { org.site }

  /// The page as JSON.
  var json: JSON {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(14)
    members.append(.init("version", Ion.version))
    members.append(.init("stateHandle", .string(transaction.stateHandle)))
    members.append(.init("expiresAt", .string(transaction.expiresText)))
    members.append(.init("intent", "LOGIN"))
    let remediations = remediationForms.remediations
    if !remediations.isEmpty { members.append(.init("remediation", Ion.array(remediations))) }
    if !messages.isEmpty { members.append(.init("messages", IonMessage.collection(messages))) }
    authenticatorList.appendAuthenticators(to: &members)
    if let user { members.append(.init("user", Ion.object(user))) }
    let cancel = kept(transaction.shown.first?.cancel) ?? form("cancel", .cancel)
    members.append(.init("cancel", cancel))
    members.append(.init("app", site.app))
    if case .succeeded(let code, _) = transaction.stage {
      members.append(.init("successWithInteractionCode", success(code: code.reveal())))
    }
    return .object(JSONObject(members: members))
  }

  /// Returns a form with some fields and the state handle.
  func form(
    _ name: JSON, _ endpoint: IDXEndpoint, relatesTo: JSON? = nil, refresh: JSON? = nil,
    _ fields: [JSON] = []
  ) -> JSON {
    var all: [JSON] = []
    all.reserveCapacity(fields.count + 1)
    all += fields
    all.append(transaction.stateField)
    return Ion.form(
      name, href: site.href(endpoint), relatesTo: relatesTo, refresh: refresh, all)
  }

  /// Returns the stored JSON of a form; `nil` if it isn't for the current address of the org.
  func kept(_ form: Transaction.KeptForm?) -> JSON? {
    guard let form, form.origin == site.origin else { return nil }
    return form.json
  }

  /// Returns the messages at a field.
  func messages(at field: String) -> [IonMessage] {
    fieldMessages.first { $0.field == field }?.messages ?? []
  }

  /// The user on the page.
  ///
  /// The JSON contains only the identifier until the user has verified a factor.
  private var user: JSON? {
    guard let identifier = transaction.identifier else { return nil }
    guard let account, !transaction.verified.isEmpty || transaction.draft != nil else {
      return ["identifier": .string(identifier)]
    }
    var profile: [JSONObject.Member] = []
    profile.reserveCapacity(account.profile.count + 2)
    for attribute in account.profile where attribute.name != "email" {
      profile.append(.init(attribute.name, .string(attribute.value)))
    }
    profile.append(.init("timeZone", "America/Los_Angeles"))
    profile.append(.init("locale", "en_US"))
    return .object(
      JSONObject(members: [
        .init("id", .string(account.id)), .init("identifier", .string(account.login)),
        .init("profile", .object(JSONObject(members: profile))),
      ]))
  }

  private static let grantType = required("grant_type", "interaction_code")
  private static let codeVerifier = required("code_verifier")

  /// Returns a required field of the form that fetches tokens.
  private static func required(_ name: JSON, _ value: JSON? = nil) -> JSON {
    var members: [JSONObject.Member] = [.init("name", name), .init("required", true)]
    if let value { members.append(.init("value", value)) }
    return .object(JSONObject(members: members))
  }

  /// Returns the form that fetches tokens.
  ///
  /// The form lists the code verifier because some clients send only the listed fields.
  private func success(code: String) -> JSON {
    let interaction = transaction.interaction
    var fields = [
      Page.grantType, Page.required("interaction_code", .string(code)),
      Page.required("client_id", .string(interaction.clientID)),
    ]
    if policy.app.secret != nil { fields.append(Page.required("client_secret")) }
    fields.append(Page.codeVerifier)
    return [
      "rel": ["create-form"], "name": "issue",
      "href": .string(site.oauth(interaction.server) + "token"), "method": "POST",
      "value": .array(fields), "accepts": "application/x-www-form-urlencoded",
    ]
  }
}
