import FlowEngine
import FlowHTTP

/// A part of the code that builds a page: the forms and lists about one subject.
protocol PagePart {
  /// The page that the part belongs to.
  var page: Page { get }
}

extension PagePart {
  var org: Org { page.org }
  var policy: OrgPolicy { page.org.policy }
  var site: Site { page.org.site }
  var transaction: Transaction { page.transaction }
  /// The account of the transaction's user; `nil` if there is none.
  var account: Account? { page.account }
}

// Access to the other parts.
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

// The page is a part too, so it calls the parts in the same way as they call each other.
extension Page: PagePart {
  var page: Page { self }
}
