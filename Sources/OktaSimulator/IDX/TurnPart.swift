import FlowEngine
import FlowHTTP
import SimulatorKit

/// A part of the code that handles a request: a group of steps, or an endpoint.
///
/// A part has no state of its own and works on the turn. So each part can call the others.
protocol TurnPart {
  /// The handling of the current request.
  var turn: Turn { get }
}

extension TurnPart {
  var org: Org { turn.org }
  var policy: OrgPolicy { turn.org.policy }
  /// The time of the org.
  var clock: Duration { turn.clock }
  /// Whether the client is a browser.
  var hasBrowser: Bool { turn.hasBrowser }
  /// The headers of the request.
  var headers: HTTPHeaders { turn.headers }

  /// The time of the request's sign-in.
  var now: Duration {
    get { turn.now }
    nonmutating set { turn.now = newValue }
  }

  var draw: Draw {
    _read { yield turn.draw }
    nonmutating _modify { yield &turn.draw }
  }

  var state: OrgState {
    _read { yield turn.state }
    nonmutating _modify { yield &turn.state }
  }

  /// The additional headers of the response.
  var extraHeaders: HTTPHeaders {
    _read { yield turn.extraHeaders }
    nonmutating _modify { yield &turn.extraHeaders }
  }

  /// The events of the request; `nil` if they aren't recorded.
  var trace: OrgTrace? {
    _read { yield turn.trace }
    nonmutating _modify { yield &turn.trace }
  }
}

// Access to the other parts.
extension TurnPart {
  var codeDevices: CodeDevices { CodeDevices(turn: turn) }
  var temporaryCodes: TemporaryCodes { TemporaryCodes(turn: turn) }
  var finalQuestions: FinalQuestions { FinalQuestions(turn: turn) }
  var appEnrollment: AppEnrollment { AppEnrollment(turn: turn) }
  var passwordReset: PasswordReset { PasswordReset(turn: turn) }
  var enrollmentChoice: EnrollmentChoice { EnrollmentChoice(turn: turn) }
  var enrollmentAccess: EnrollmentAccess { EnrollmentAccess(turn: turn) }
  var policyDecisions: PolicyDecisions { PolicyDecisions(turn: turn) }
  var oktaVerifyChallenge: OktaVerifyChallenge { OktaVerifyChallenge(turn: turn) }
  var identification: Identification { Identification(turn: turn) }
  var signOn: SignOn { SignOn(turn: turn) }
  var signUp: SignUp { SignUp(turn: turn) }
  var browserSession: BrowserSession { BrowserSession(turn: turn) }
  var recovery: Recovery { Recovery(turn: turn) }
  var mailLink: MailLink { MailLink(turn: turn) }
  var passkeyCeremony: PasskeyCeremony { PasskeyCeremony(turn: turn) }
  var enrollment: EnrollmentCeremony { EnrollmentCeremony(turn: turn) }
  var factorChallenge: FactorChallenge { FactorChallenge(turn: turn) }
  var idxRequests: IDXRequests { IDXRequests(turn: turn) }
  var oauthRequests: OAuthRequests { OAuthRequests(turn: turn) }
  var tokenEndpoint: TokenEndpoint { TokenEndpoint(turn: turn) }
  var tokenProof: TokenProof { TokenProof(turn: turn) }
  var tokenUse: TokenUse { TokenUse(turn: turn) }
  var tokenIntrospection: TokenIntrospection { TokenIntrospection(turn: turn) }
  var interactParameters: InteractParameters { InteractParameters(turn: turn) }
  var logoutEndpoint: LogoutEndpoint { LogoutEndpoint(turn: turn) }
  var providerRedirect: ProviderRedirect { ProviderRedirect(turn: turn) }
  var codeFlow: CodeFlow { CodeFlow(turn: turn) }
  var tokenMaker: TokenMaker { TokenMaker(turn: turn) }
  var requestRouter: RequestRouter { RequestRouter(turn: turn) }
  var requestReader: RequestReader { RequestReader(turn: turn) }
  var traceNotes: TraceNotes { TraceNotes(turn: turn) }
  var walkChoices: WalkChoices { WalkChoices(turn: turn) }
  var walkPerformance: WalkPerformance { WalkPerformance(turn: turn) }
}

// The turn is a part too, so it calls the parts in the same way as they call each other.
extension Turn: TurnPart {
  var turn: Turn { self }
}
