import FlowDiagnostics
import FlowSyntax

/// Finds the users who sign in, if the script names them.
struct IdentityCheck: CheckPart {
  let context: CheckContext

  /// The ranges of a literal value: without its quotes, and with them.
  struct Literal {
    var range: SourceRange
    var quoted: SourceRange
  }

  /// The maximum number of names that are followed to find a value.
  private static let literalDepthMax = 8

  /// Returns the literal values of an expression; `nil` if they aren't all in the current script.
  ///
  /// The name of a row has all values of the row.
  func literals(of value: Expression, depth: Int = 0) -> [Literal]? {
    switch value {
    case .text(let text):
      return text.isPlain ? [Literal(range: text.inner, quoted: text.range)] : nil
    case .name(let name):
      guard context.scope.knows(id(name)) else {
        return [Literal(range: name.range, quoted: name.range)]
      }
      guard depth < IdentityCheck.literalDepthMax, !context.scope.isOfProfile(id(name)) else {
        return nil
      }
      if context.scope.isOwn(id(name)) {
        var found: [Literal] = []
        for meant in context.scope.ownValues(id(name)) {
          if case .name(let other) = meant, id(other) == id(name) { return nil }
          guard let literals = literals(of: meant, depth: depth + 1) else { return nil }
          found += literals
        }
        return found
      }
      guard let constant = program.constants[source.text(name.range)],
        constant.script.source === source
      else { return nil }
      return literals(of: constant.node.value, depth: depth + 1)
    case .number, .duration, .boolean, .lookup, .call, .totp, .random: return nil
    }
  }

  /// Whether the current flow passes only if nothing is refused, because it expects only success
  /// and has no rules for messages.
  func expectsSuccess() -> Bool {
    guard context.header.isHopeful, !context.isPrepared else { return false }
    for number in usedProfiles() where !isStraight(number) { return false }
    return true
  }

  /// Whether a profile has no rules for messages, and expects only success.
  private func isStraight(_ number: Int) -> Bool {
    if let known = context.profiles.isStraight[number] { return known }
    let profile = context.profiles.profiles[number]
    let isStraight = isStraight(profile.node.body, profile.script.source.bytes)
    context.profiles.isStraight[number] = isStraight
    return isStraight
  }

  private func isStraight(_ body: [Statement], _ bytes: [UInt8]) -> Bool {
    for index in body.indices {
      guard case .rule(let rule) = body[index] else { continue }
      if let condition = rule.condition, looks(of: condition, in: bytes).atMessages {
        return false
      }
    }
    return true
  }

  /// The numbers of the profiles that the current flow uses, directly or through others.
  func usedProfiles() -> [Int] {
    if options.profiles.isEmpty, context.header.uses.count < 2 {
      guard let number = context.header.uses.first.flatMap({ context.profiles.number(id($0)) })
      else { return [] }
      return context.profiles.reached(from: number)
    }
    var found: Set<Int> = []
    for hash in context.header.uses.map(id) + options.profiles.map({ numbers.exact($0) }) {
      guard let number = context.profiles.number(hash), !found.contains(number) else { continue }
      found.formUnion(context.profiles.reached(from: number))
    }
    return found.sorted()
  }

  /// Returns the users who sign in according to a flow, unless one of them exists in an org.
  ///
  /// The result is empty if someone else may sign in.
  func needs(of flow: Program.FlowUnit, _ candidates: [OrgTable]) -> [Need] {
    guard let first = candidates.first else { return [] }
    var needs: [Need] = []
    var isCertain = true
    var answers = 0
    forEachAnswer(flow.body, bytes) { field, value, isAlways in
      let name = numbers.foldedLastPart(field, bytes)
      guard isCertain, first.knows(.field, name) else { return }
      answers += 1
      // A name without a value is reported separately.
      if case .name(let name)? = value, !context.scope.knows(id(name)) { isCertain = false }
      guard isCertain, isAlways, let value, let literals = literals(of: value) else {
        isCertain = false
        return
      }
      for literal in literals {
        needs.append(
          Need(
            use: .field, name: name, value: numbers.folded(bytes, literal.range),
            place: Place(source, literal.quoted), isAlone: literals.count == 1))
        if literal.range.end == literal.range.start { isCertain = false }
      }
    }
    for number in usedProfiles() where isCertain {
      append(context.profiles.profiles[number], first, &needs, &isCertain, &answers)
    }
    guard isCertain else { return [] }
    // If a flow names several users and one of them exists, that one may be the right one.
    let isSomeKnown = needs.contains { need in
      candidates.contains { $0.has(need.value, need.use, need.name) }
    }
    return answers == 1 || !isSomeKnown ? needs : []
  }

  /// Adds the users that a profile names.
  private func append(
    _ profile: Program.Located<Profile>, _ org: OrgTable, _ needs: inout [Need],
    _ isCertain: inout Bool, _ answers: inout Int
  ) {
    let source = profile.script.source
    forEachAnswer(profile.node.body, source.bytes) { field, value, isAlways in
      let name = numbers.foldedLastPart(field, source.bytes)
      guard org.knows(.field, name) else { return }
      answers += 1
      // What a name in a profile stands for depends on the flow.
      guard isAlways, case .text(let text)? = value, text.isPlain else {
        isCertain = false
        return
      }
      needs.append(
        Need(
          use: .field, name: name, value: numbers.folded(source.bytes, text.inner),
          place: Place(source, text.range)))
    }
  }

  /// Calls `take` for each field that the statements answer, with its value and whether the answer
  /// is unconditional.
  private func forEachAnswer(
    _ body: [Statement], _ bytes: [UInt8], _ take: (Name, Expression?, Bool) -> Void
  ) {
    for index in body.indices {
      switch body[index] {
      case .answer(let node): take(node.field, node.value, true)
      case .rule(let rule):
        let isAlways = rule.condition == nil && rule.limit == nil
        for action in rule.actions {
          switch action {
          case .answer(let node):
            for field in node.fields { take(field.field, field.value, isAlways) }
          case .choose(let node):
            for option in node.options {
              for field in option.fields { take(field.name, field.value, isAlways) }
            }
          case .prompt(let node):
            for field in node.fields { take(field.field, nil, false) }
          default: continue
          }
        }
      default: continue
      }
    }
  }
}
