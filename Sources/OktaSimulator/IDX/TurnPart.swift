import FlowEngine
import FlowHTTP
import SimulatorKit

/// A part of the handling of a request: one journey, or one endpoint, which works on the turn.
///
/// The parts have no state of their own, so each can call the others.
protocol TurnPart {
  /// The current request's turn.
  var turn: Turn { get }
}

extension TurnPart {
  var org: Org { turn.org }
  var policy: OrgPolicy { turn.org.policy }
  /// The org's own time.
  var clock: Duration { turn.clock }
  /// Whether the client is a browser.
  var hasBrowser: Bool { turn.hasBrowser }
  /// The request's headers.
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

  /// The response's other headers.
  var extraHeaders: HTTPHeaders {
    _read { yield turn.extraHeaders }
    nonmutating _modify { yield &turn.extraHeaders }
  }

  /// The points that the request covers; `nil` if they aren't recorded.
  var trace: OrgTrace? {
    _read { yield turn.trace }
    nonmutating _modify { yield &turn.trace }
  }
}

// The parts.
extension TurnPart {
  var codeDevices: CodeDevices { CodeDevices(turn: turn) }
  var finalQuestions: FinalQuestions { FinalQuestions(turn: turn) }
  var appEnrollment: AppEnrollment { AppEnrollment(turn: turn) }
  var passwordReset: PasswordReset { PasswordReset(turn: turn) }
  var enrollmentChoice: EnrollmentChoice { EnrollmentChoice(turn: turn) }
  var policyDecisions: PolicyDecisions { PolicyDecisions(turn: turn) }
  var oktaVerifyChallenge: OktaVerifyChallenge { OktaVerifyChallenge(turn: turn) }
  var identification: Identification { Identification(turn: turn) }
  var signOn: SignOn { SignOn(turn: turn) }
  var signUp: SignUp { SignUp(turn: turn) }
  var browserSession: BrowserSession { BrowserSession(turn: turn) }
  var recovery: Recovery { Recovery(turn: turn) }
  var mailLink: MailLink { MailLink(turn: turn) }
  var passkeyCeremony: PasskeyCeremony { PasskeyCeremony(turn: turn) }
  var enrollment: Enrollment { Enrollment(turn: turn) }
  var factorChallenge: FactorChallenge { FactorChallenge(turn: turn) }
  var idxRequests: IDXRequests { IDXRequests(turn: turn) }
  var oauthRequests: OAuthRequests { OAuthRequests(turn: turn) }
  var tokenEndpoint: TokenEndpoint { TokenEndpoint(turn: turn) }
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

// The turn and its parts call each other in the same way.
extension Turn: TurnPart {
  var turn: Turn { self }
}
