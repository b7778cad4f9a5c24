import FlowEngine

extension Run {
  /// What the CAPTCHA of the newest response is called; empty if it isn't said.
  var captchaName: String {
    guard case .text(let name)? = fact("captcha.name") ?? fact("captcha.type") else { return "" }
    return name
  }

  /// Whether the latest request left the field of a CAPTCHA without an answer, which the server can
  /// refuse whatever else was answered.
  var hasLeftCaptcha: Bool {
    guard records.count > 1, let taken = records[records.count - 2].taken,
      case .submit(let index, _, let answers) = taken.move,
      records[records.count - 2].response.steps.indices.contains(index)
    else { return false }
    let fields = records[records.count - 2].response.steps[index].fields
    return fields.contains { field in
      field.isCaptcha && !answers.contains { $0.field == field.name }
    }
  }
}
