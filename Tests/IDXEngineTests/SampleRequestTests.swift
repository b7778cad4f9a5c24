import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Whatever form a page offers, however it is answered, the body matches the form's JSON.
@Suite(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
struct SampleRequestTests {
  @Test(arguments: Samples.pages)
  func everyFormIsAnsweredAsItsJSONSays(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let page = IDXReader.read(try #require(json.object)).page
    let response = ResponseMapper.response(of: page)
    for (index, raw) in (json["remediation"]?["value"]?.array ?? []).enumerated() {
      let step = response.steps[index]
      for selection in Dummy.selections(of: step) {
        let answers = Dummy.answers(to: step, selection)
        let body = try RequestBody.build(
          page.remediations[index], on: page, selection: selection, answers: answers)
        let expected = RawForm.body(
          raw["value"]?.array ?? [],
          RawForm.Pick(
            choice: selection?.choice, method: selection?.method, answers: Dummy.json(answers)))
        #expect(RawForm.ordered(.object(body)) == RawForm.ordered(expected), "\(step.name)")
      }
    }
  }

  @Test(arguments: Samples.pages)
  func everyActionAndCancelIsAnsweredAsItsJSONSays(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let page = IDXReader.read(try #require(json.object)).page
    var forms: [(Shared<IDXForm>, JSON)] = []
    if let cancel = page.cancel, let raw = json["cancel"] { forms.append((cancel, raw)) }
    for (authenticator, name) in [
      (page.currentAuthenticator, "currentAuthenticator"),
      (page.currentEnrollment, "currentAuthenticatorEnrollment"),
    ] {
      for action in authenticator?.actions ?? [] {
        forms.append((action.form, try #require(json[name]?["value"]?[action.name])))
      }
    }
    for (form, raw) in forms {
      let body = try RequestBody.build(form, on: page)
      let expected = RawForm.body(raw["value"]?.array ?? [], RawForm.Pick())
      #expect(RawForm.ordered(.object(body)) == RawForm.ordered(expected), "\(form.name)")
    }
  }
}
