import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Every captured page is read, and the JSON's contents are found in the model.
@Suite(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
struct SampleReadingTests {
  @Test(arguments: Samples.pages)
  func everyRemediationAndFieldOfAPageIsInTheModel(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let page = IDXReader.read(try #require(json.object)).page
    let raw = json["remediation"]?["value"]?.array ?? []
    #expect(page.remediations.map(\.name) == raw.map { $0["name"]?.string ?? "" })
    for (form, raw) in zip(page.remediations, raw) { expect(form, holds: raw) }
    for (form, name) in [
      (page.cancel, "cancel"), (page.success, "successWithInteractionCode"),
      (page.successLink, "success"), (page.failureLink, "failure"),
    ] {
      #expect((form == nil) == (json[name] == nil))
      if let form, let raw = json[name] { expect(form, holds: raw) }
    }
  }

  @Test(arguments: Samples.pages)
  func everyAuthenticatorMethodAndCapabilityOfAPageIsInTheModel(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let page = IDXReader.read(try #require(json.object)).page
    for (authenticator, name) in [
      (page.currentAuthenticator, "currentAuthenticator"),
      (page.currentEnrollment, "currentAuthenticatorEnrollment"),
      (page.enrollmentAuthenticator, "enrollmentAuthenticator"),
      (page.recoveryAuthenticator, "recoveryAuthenticator"),
    ] {
      #expect((authenticator == nil) == (json[name] == nil))
      if let authenticator, let raw = json[name]?["value"] { expect(authenticator, holds: raw) }
    }
    for (authenticators, name) in [
      (page.authenticators, "authenticators"), (page.enrollments, "authenticatorEnrollments"),
    ] {
      let raw = json[name]?["value"]?.array ?? []
      #expect(authenticators.count == raw.count)
      for (authenticator, raw) in zip(authenticators, raw) { expect(authenticator, holds: raw) }
    }
  }

  @Test(arguments: Samples.pages)
  func everyMemberOfAPageIsUnderstoodOrKept(_ sample: Samples.Sample) throws {
    let json = try #require(try sample.json().object)
    let page = IDXReader.read(json).page
    let known = [
      "version", "stateHandle", "intent", "expiresAt", "remediation", "messages", "authenticators",
      "authenticatorEnrollments", "currentAuthenticator", "currentAuthenticatorEnrollment",
      "enrollmentAuthenticator", "recoveryAuthenticator", "authenticatorChallenge",
      "webauthnAutofillUIChallenge", "captcha", "deviceEnrollment", "user", "app", "cancel",
      "successWithInteractionCode", "success", "failure",
    ]
    for member in json.members where !known.contains(member.name) {
      #expect(page.other.contains(member), "\(member.name)")
    }
    #expect(page.version == json["version"]?.string)
    #expect(page.stateHandle == json["stateHandle"]?.string)
    #expect(page.user?.identifier == json["user"]?["value"]?["identifier"]?.string)
    #expect(page.app?.label == json["app"]?["value"]?["label"]?.string)
  }

  @Test(arguments: Samples.pages)
  func everyMessageOfAPageIsInTheResponseOnce(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    var expected: [[String]] = []
    func collect(_ messages: JSON?) {
      for message in messages?["value"]?.array ?? [] {
        let key = message["i18n"]?["key"]?.string ?? ""
        let pair = [key, message["message"]?.string ?? ""]
        if !expected.contains(pair) { expected.append(pair) }
      }
    }
    func walk(_ fields: [JSON]) {
      for field in fields {
        collect(field["messages"])
        walk(RawForm.children(field) ?? [])
        for option in field["options"]?.array ?? [] { walk(RawForm.children(option) ?? []) }
      }
    }
    collect(json["messages"])
    for form in json["remediation"]?["value"]?.array ?? [] { walk(form["value"]?.array ?? []) }
    let page = IDXReader.read(try #require(json.object)).page
    let response = ResponseMapper.response(of: page)
    #expect(response.messages.map { [$0.key ?? "", $0.text] } == expected)
  }

  private func expect(_ form: Shared<IDXForm>, holds raw: JSON) {
    #expect(form.name == raw["name"]?.string ?? "")
    #expect(form.href == raw["href"]?.string)
    #expect(form.method == raw["method"]?.string)
    #expect(form.accepts == raw["accepts"]?.string)
    #expect(form.refresh == raw["refresh"]?.integer.map(Double.init))
    #expect(form.rel.count == raw["rel"]?.array?.count ?? 0)
    let references = raw["relatesTo"]?.array?.count ?? (raw["relatesTo"] == nil ? 0 : 1)
    #expect(form.relatesTo.count == references)
    #expect(form.provider?.id == raw["idp"]?["id"]?.string)
    expect(form.fields, hold: raw["value"]?.array ?? [])
  }

  /// Forms of one name are one in the model; everything else occurs the same number of times.
  private func expect(_ fields: [IDXField], hold raw: [JSON]) {
    var merged: [JSON] = []
    for field in raw {
      if RawForm.children(field) != nil,
        let index = merged.firstIndex(where: {
          $0["name"] == field["name"] && RawForm.children($0) != nil
        })
      {
        let all = (RawForm.children(merged[index]) ?? []) + (RawForm.children(field) ?? [])
        merged[index] = ["name": field["name"] ?? .null, "form": ["value": .array(all)]]
      } else {
        merged.append(field)
      }
    }
    #expect(fields.map(\.name) == merged.map { $0["name"]?.string ?? "" })
    for (field, raw) in zip(fields, merged) {
      #expect(field.label == raw["label"]?.string)
      #expect(field.isMutable == (raw["mutable"]?.bool ?? true))
      if case .string = raw["required"] {
      } else {
        #expect(field.isRequired == (raw["required"]?.bool ?? false))
      }
      #expect(field.isSecret == (raw["secret"]?.bool ?? false))
      if RawForm.children(raw) == nil { #expect(field.value == raw["value"]) }
      #expect(field.messages.count == raw["messages"]?["value"]?.array?.count ?? 0)
      #expect((field.form == nil) == (RawForm.children(raw) == nil))
      expect(field.form ?? [], hold: RawForm.children(raw) ?? [])
      let options = raw["options"]?.array ?? []
      #expect((field.options ?? []).count == options.count)
      for (option, raw) in zip(field.options ?? [], options) {
        #expect(option.label == raw["label"]?.string)
        if RawForm.children(raw) == nil { #expect(option.value == raw["value"]) }
        #expect(option.relatesTo.first == raw["relatesTo"]?.string)
        expect(option.form ?? [], hold: RawForm.children(raw) ?? [])
      }
    }
  }

  private func expect(_ authenticator: Shared<IDXAuthenticator>, holds raw: JSON) {
    #expect(authenticator.key == (raw["key"] ?? raw["catalogKey"])?.string)
    #expect(authenticator.type == raw["type"]?.string)
    #expect(authenticator.id == (raw["id"] ?? raw["authenticatorId"])?.string)
    #expect(authenticator.profile == raw["profile"]?.object)
    #expect(authenticator.contextualData == raw["contextualData"]?.object)
    let methods = raw["methods"]?.array ?? []
    #expect(
      authenticator.methods.map { IDXAuthenticator.word(ofMethod: $0) }
        == methods.map { ($0["type"] ?? $0["methodType"])?.string })
    let actions = raw.object?.members.filter { $0.value["href"] != nil } ?? []
    #expect(authenticator.actions.map(\.name) == actions.map(\.name))
    for (action, raw) in zip(authenticator.actions, actions) {
      expect(action.form, holds: raw.value)
    }
  }
}
