import FlowSignIn
import FlowSignInTesting
import ForeignNames
import Testing

/// An app that imports other packages whose types have common names.
@Suite("Names of other modules")
struct ForeignNameTests {
  @Test("The common names are those of the app's other modules")
  func names() {
    let foreign: [Any.Type] = [
      HTTPMethod.self, HTTPHeaders.self, HTTPRequest.self, HTTPResponse.self, JSON.self,
      JSONObject.self, Message.self, Field.self, Fact.self, Outcome.self, Redirect.self, Step.self,
      Transport.self, Value.self,
    ]
    #expect(foreign.allSatisfy { $0 == ForeignType.self })
  }

  @Test("The types of the module have names of their own in it")
  func own() {
    let own: [Any.Type] = [
      SignInHTTP.Method.self, SignInHTTP.Headers.self, SignInHTTP.Request.self,
      SignInHTTP.Response.self, SignInHTTP.JSON.self, SignInHTTP.JSONObject.self,
      SignInHTTP.Body.self, SignInHTTP.URL.self, SignInHTTP.Failure.self, SignInHTTP.Limits.self,
      SignInHTTP.FormPair.self, SignInHTTP.Network.self, SignInResult.Message.self,
      Question.FieldKind.self, Question.Name.self, Question.Way.self, Question.Purpose.self,
      Question.CodeForm.self, SignInResult.Fact.self, SignInResult.Value.self,
      SignInResult.Outcome.self, SignIn.Redirect.self, InboxItem.Address.self,
    ]
    #expect(own.allSatisfy { String(reflecting: $0).hasPrefix("Flow") })
  }
}
