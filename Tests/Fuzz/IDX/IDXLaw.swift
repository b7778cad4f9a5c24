import FlowEngine
import FlowHTTP

@testable import IDXEngine

/// The invariants of every answer of the Identity Engine, a page or another.
///
/// It is read or refused, its steps can be answered or refused, and reuse of the previous page
/// changes nothing.
enum IDXLaw {
  /// Separates two documents of one input, the previous page and the page.
  private static let separator: UInt8 = 0x1E

  /// The law that an answer breaks; `nil` if it satisfies all.
  static func broken(by bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: separator, maxSplits: 1)
    guard let last = parts.last, let json = try? JSON(parsing: Array(last)) else { return nil }
    _ = IDXInspection(json, status: bytes.count % 2 == 0 ? 200 : 400)
    guard case .object(let object) = json else { return nil }
    tokens(object)
    guard IDXReply.isPage(object) else { return nil }
    let (page, _) = IDXReader.read(object, takesNotes: false)
    let response = ResponseMapper.response(of: page)
    guard ResponseMapper.response(of: IDXReader.read(object).page) == response else {
      return "a page that is read with notes differs"
    }
    guard let before = parts.count == 2 ? try? JSON(parsing: Array(parts[0])).object : object else {
      return answering(page, response)
    }
    return takingOver(object, response, from: before) ?? answering(page, response)
  }

  /// A page that reuses equal parts of the previous page equals a page that is read without it.
  private static func takingOver(
    _ object: JSONObject, _ fresh: Response, from before: JSONObject
  ) -> String? {
    let old = IDXReader.read(before, takesNotes: false).page
    let steps = ResponseMapper.response(of: old).steps
    let page = IDXReader.read(object, takesNotes: false, after: old).page
    guard ResponseMapper.response(of: page, after: steps) == fresh else {
      return "a page that reuses parts of the previous page differs"
    }
    return nil
  }

  /// Every step with every choice is answered or refused.
  private static func answering(_ page: Shared<IDXPage>, _ response: Response) -> String? {
    guard response.steps.count == page.remediations.count else { return "a step is missing" }
    for (form, step) in zip(page.remediations, response.steps).prefix(8) {
      for selection in selections(of: step).prefix(8) {
        let fields = step.fields + (selection.map { step.choices[$0.choice].fields } ?? [])
        let answers = fields.map { Answer($0.name, $0.accepted.first?.value ?? .text("7")) }
        for answers in [[], answers] {
          guard
            let body = try? RequestBody.build(
              form, on: page, selection: selection, answers: answers)
          else { continue }
          guard (try? JSON(parsing: JSON.object(body).bytes())) != nil else {
            return "an answer isn't JSON"
          }
        }
      }
    }
    return nil
  }

  private static func selections(of step: Step) -> [Selection?] {
    let all = step.choices.indices.flatMap { choice in
      [Selection(choice: choice)]
        + step.choices[choice].methods.indices.map { Selection(choice: choice, method: $0) }
    }
    return [nil] + all
  }

  /// Other answers of an authorization server: tokens, keys, its description of itself.
  private static func tokens(_ object: JSONObject) {
    _ = try? TokenAnswer(object, receivedAt: nil)
    if let keys = try? KeySet(object), let token = object["id_token"]?.string,
      let signed = try? SignedToken(Secret(token))
    {
      _ = try? keys.check(signed)
    }
    if let issuer = HTTPURL("https://a.test/oauth2/default") {
      _ = try? IssuerEndpoints(
        object, of: IDXConfiguration(issuer: issuer, clientID: "c", redirectURI: "a:/b"))
    }
    if let address = object["href"]?.string {
      _ = try? Callback(Secret(address), redirectURI: "a:/b", state: "s")
    }
    if let wait = object["retry"]?.string {
      _ = RetryAfter.duration(
        in: ["Retry-After": wait, "x-rate-limit-reset": wait, "Date": wait], status: 429,
        now: .seconds(1))
    }
  }
}
