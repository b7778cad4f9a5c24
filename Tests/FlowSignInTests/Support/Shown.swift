/// Every printed form of a value, in one text.
func everyText<Value>(of value: Value) -> String {
  var dumped = ""
  dump(value, to: &dumped)
  return "\(value)\n\(String(reflecting: value))\n\(dumped)"
}
