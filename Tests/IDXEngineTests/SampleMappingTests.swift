import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Every captured page becomes a response with everything that a script could need.
@Suite(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
struct SampleMappingTests {
  @Test(arguments: Samples.pages)
  func everyRemediationIsAStepWithItsFieldsAndChoices(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let page = IDXReader.read(try #require(json.object)).page
    let response = ResponseMapper.response(of: page)
    let raw = json["remediation"]?["value"]?.array ?? []
    #expect(response.steps.count == raw.count)
    for (step, raw) in zip(response.steps, raw) {
      let fields = raw["value"]?.array ?? []
      if let choice = RawForm.choiceField(fields) {
        #expect(step.choices.count == RawForm.formOptions(choice.field).count)
      } else {
        #expect(step.choices.count <= 1)
      }
      // A field that isn't the step's is the method, or the own field, of its only choice.
      var names = Set(step.fields.map(\.name))
      if step.choices.count == 1, RawForm.choiceField(fields) == nil {
        names.formUnion(step.choices[0].fields.map(\.name))
        if !step.choices[0].methods.isEmpty {
          names.formUnion(["authenticator.methodType", "authenticator.channel"])
        }
      }
      for leaf in RawForm.leaves(fields) { #expect(names.contains(leaf), "\(leaf)") }
      #expect(Set(step.fields.map(\.name)).count == step.fields.count)
      let isRedirect =
        raw["rel"] == nil && (raw["method"] == "GET" || raw["value"] == nil)
        && raw["href"]?.string?.hasPrefix("http") == true
      #expect((step.redirect != nil) == isRedirect)
    }
  }

  @Test(arguments: Samples.pages)
  func everyChoiceHasItsMethodsAndFields(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let page = IDXReader.read(try #require(json.object)).page
    let response = ResponseMapper.response(of: page)
    for (step, raw) in zip(response.steps, json["remediation"]?["value"]?.array ?? []) {
      guard let choice = RawForm.choiceField(raw["value"]?.array ?? []) else { continue }
      for (mapped, option) in zip(step.choices, RawForm.formOptions(choice.field)) {
        #expect(!mapped.naming.word.isEmpty)
        if let label = option["label"]?.string, !label.isEmpty {
          #expect(mapped.naming.answers(to: Naming.normalized(label)), "\(label)")
        }
        var left = Set(mapped.fields.map(\.name))
        for field in RawForm.children(option) ?? [] {
          let name = RawForm.name(field, in: choice.name)
          let isMethod = field["name"] == "methodType" || field["name"] == "channel"
          if isMethod {
            let values = RawForm.isFixed(field) ? [field["value"] ?? .null] : RawForm.values(field)
            let expected = values.isEmpty && field["value"] != nil ? 1 : values.count
            #expect(mapped.methods.count == expected)
          } else if !RawForm.isFixed(field) {
            #expect(left.remove(name) != nil, "\(name)")
          }
        }
        #expect(left.isEmpty)
      }
    }
  }

  @Test(arguments: Samples.pages)
  func everyValueThatAFieldTakesHasItsLabel(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let response = try Org.response(json)
    for (step, raw) in zip(response.steps, json["remediation"]?["value"]?.array ?? []) {
      for field in raw["value"]?.array ?? [] where RawForm.children(field) == nil {
        guard RawForm.formOptions(field).isEmpty, !RawForm.isFixed(field) else { continue }
        guard let mapped = step.fields.first(where: { $0.name == field["name"]?.string }) else {
          continue
        }
        #expect(mapped.accepted.count == RawForm.values(field).count)
        for (accepted, option) in zip(mapped.accepted, field["options"]?.array ?? []) {
          guard let value = option["value"], value.object == nil else { continue }
          #expect(accepted.value == Value(sending: value))
          if let label = option["label"]?.string { #expect(accepted.naming.title == label) }
        }
      }
    }
  }

  @Test(arguments: Samples.pages)
  func everyActionAtHandCanBeTaken(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let response = try Org.response(json)
    let offered = Set(
      (response.steps.flatMap(\.capabilities) + response.capabilities).map(\.name))
    for name in ["currentAuthenticator", "currentAuthenticatorEnrollment"] {
      for member in json[name]?["value"]?.object?.members ?? [] {
        guard member.value["href"] != nil, member.name != "poll", member.name != "cancel" else {
          continue
        }
        #expect(offered.contains(member.name), "\(member.name)")
      }
    }
    #expect(offered.contains("cancel") == (json["cancel"] != nil))
  }

  @Test(arguments: Samples.pages)
  func theResponseOfAPageShowsNoStateHandle(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let handles = Set(Self.handles(in: json)).filter { $0.utf8.count > 16 }
    let page = IDXReader.read(try #require(json.object)).page
    var shown = ""
    dump(ResponseMapper.response(of: page), to: &shown)
    shown += String(decoding: IDXInspection(json).json.bytes(), as: UTF8.self)
    #expect(handles.count { shown.contains($0) } == 0)
  }

  /// Every state handle, in any position.
  private static func handles(in json: JSON) -> [String] {
    switch json {
    case .array(let elements): return elements.flatMap { handles(in: $0) }
    case .object(let object):
      var found = object.members.flatMap { handles(in: $0.value) }
      if let handle = object["stateHandle"]?.string { found.append(handle) }
      if object["name"] == "stateHandle" || object["name"] == "interaction_code",
        let handle = object["value"]?.string
      {
        found.append(handle)
      }
      return found
    default: return []
    }
  }
}
