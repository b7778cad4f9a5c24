// What an app writes and reads beside this module's own types comes along with it: one import.

@_exported public import struct FlowEngine.Fact
@_exported public import struct FlowEngine.Field
@_exported public import protocol FlowEngine.Inbox
@_exported public import struct FlowEngine.CodeForm
@_exported public import struct FlowEngine.MailAddress
@_exported public import struct FlowEngine.InboxFailure
@_exported public import struct FlowEngine.InboxItem
@_exported public import struct FlowEngine.Message
@_exported public import enum FlowEngine.Outcome
@_exported public import struct FlowEngine.PasskeyChallenge
@_exported public import struct FlowEngine.PasskeyFailure
@_exported public import protocol FlowEngine.PasskeyHolder
@_exported public import struct FlowEngine.Redirect
@_exported public import struct FlowEngine.Secret
@_exported public import struct FlowEngine.Tokens
@_exported public import enum FlowEngine.Value
@_exported public import protocol FlowInterpreter.Prompter
@_exported public import struct FlowInterpreter.Question
@_exported public import enum FlowInterpreter.Reply

// What an app's own nextAuth SDK is put behind.
@_exported public import struct NextAuthEngine.Account
@_exported public import struct NextAuthEngine.CallFailure
@_exported public import enum NextAuthEngine.Callback
@_exported public import struct NextAuthEngine.CallbackBatch
@_exported public import enum NextAuthEngine.EndReason
@_exported public import struct NextAuthEngine.HistoryItem
@_exported public import enum NextAuthEngine.HistoryStatus
@_exported public import protocol NextAuthEngine.NextAuthBackend
@_exported public import enum NextAuthEngine.SecondFactor
@_exported public import enum NextAuthEngine.SecondFactorContext
@_exported public import enum NextAuthEngine.SecondFactorEvent
@_exported public import struct NextAuthEngine.SecondFactorReport
@_exported public import enum NextAuthEngine.SessionData
@_exported public import struct NextAuthEngine.SessionError
@_exported public import struct NextAuthEngine.SessionID
@_exported public import enum NextAuthEngine.SessionKind
@_exported public import enum NextAuthEngine.SessionOrigin
@_exported public import struct NextAuthEngine.SessionRecord
@_exported public import enum NextAuthEngine.SessionStatus
@_exported public import struct NextAuthEngine.ShownInfo
@_exported public import class NextAuthEngine.SessionLedger

// What an app's own part in the mobile identity provider flow is put behind.
@_exported public import struct MobileIdPEngine.AppArrival
@_exported public import enum MobileIdPEngine.AppDelivery
@_exported public import struct MobileIdPEngine.AppIdentity
@_exported public import protocol MobileIdPEngine.AppRouter
@_exported public import struct MobileIdPEngine.CallbackURI
@_exported public import struct MobileIdPEngine.ClientConfiguration
@_exported public import struct MobileIdPEngine.LoginHost
@_exported public import enum MobileIdPEngine.MessageProfile
@_exported public import struct MobileIdPEngine.MessageURL
@_exported public import struct MobileIdPEngine.MobileIdPWorld
@_exported public import struct MobileIdPEngine.NestedLogin
@_exported public import struct MobileIdPEngine.ProviderAccount
@_exported public import struct MobileIdPEngine.ProviderConfiguration
@_exported public import struct MobileIdPEngine.ProviderUser
@_exported public import struct MobileIdPEngine.ScopeList
@_exported public import struct MobileIdPEngine.TokenSet
@_exported public import struct MobileIdPEngine.URLScheme
@_exported public import struct MobileIdPEngine.UserHint
@_exported public import typealias MobileIdPEngine.WebLogin
@_exported public import struct MobileIdPEngine.WebPage
@_exported public import struct MobileIdPEngine.WebPageClosed

// What carries requests to a server, for an app that brings its own.
@_exported public import struct FlowHTTP.FormPair
@_exported public import enum FlowHTTP.HTTPBody
@_exported public import struct FlowHTTP.HTTPHeaders
@_exported public import struct FlowHTTP.HTTPLimits
@_exported public import enum FlowHTTP.HTTPMethod
@_exported public import struct FlowHTTP.HTTPRequest
@_exported public import struct FlowHTTP.HTTPResponse
@_exported public import struct FlowHTTP.HTTPURL
@_exported public import enum FlowHTTP.JSON
@_exported public import struct FlowHTTP.JSONFailure
@_exported public import struct FlowHTTP.JSONLimits
@_exported public import struct FlowHTTP.JSONObject
@_exported public import struct FlowHTTP.NetworkTransport
@_exported public import protocol FlowHTTP.Transport
@_exported public import enum FlowHTTP.TransportFailure
