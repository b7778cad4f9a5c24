import FlowEngine
import FlowHTTP

/// A part of a page: the forms and lists of one subject.
protocol PagePart {
  /// The page.
  var page: Page { get }
}

extension PagePart {
  var org: Org { page.org }
  var policy: OrgPolicy { page.org.policy }
  var site: Site { page.org.site }
  var transaction: Transaction { page.transaction }
  /// The account of the page; `nil` if it has none.
  var account: Account? { page.account }
}

// The parts.
extension PagePart {
  var passkeyFields: PasskeyFields { PasskeyFields(page: page) }
  var finalForms: FinalForms { FinalForms(page: page) }
  var remediationForms: RemediationForms { RemediationForms(page: page) }
  var linkForms: LinkForms { LinkForms(page: page) }
  var deviceFields: DeviceFields { DeviceFields(page: page) }
  var oktaVerifyForms: OktaVerifyForms { OktaVerifyForms(page: page) }
  var accountForms: AccountForms { AccountForms(page: page) }
  var authenticatorList: AuthenticatorList { AuthenticatorList(page: page) }
}

// The page and its parts call each other in the same way.
extension Page: PagePart {
  var page: Page { self }
}
