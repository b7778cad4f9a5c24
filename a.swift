extension UInt8 { var isLowerCase: Bool { self >= 97 && self <= 122 } }
func p<T>(_ t: T.Type) { print(t, MemoryLayout<T>.size, MemoryLayout<T>.stride) }
@main struct M { static func main() {
p(Token.self);p(Name.self);p(Text.self);p(Label.self);p(Label?.self);p(Expression.self);p(Expression?.self);p(Pattern.self);p(Rule.self);p(Action.self);p(Statement.self);p(Item.self);p(FieldAnswer.self);p(OptionPattern.self);p(Test.self);p(Test.Subject.self);p(Comparison?.self);p(Let.self);p(Expect.self);p(Condition?.self);p(Flow.self);p(Start.self);p(Lookup.self);p(TextCall.self);p(Random.self);p(Assignment.self);p(PromptField.self);p(Poll.self);p(Choose.self)
}}
