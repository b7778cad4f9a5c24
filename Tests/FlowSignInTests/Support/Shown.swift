/// Every way in which a value is printed, in one text.
func everyText<Value>(of value: Value) -> String {
  var dumped = ""
  dump(value, to: &dumped)
  return "\(value)\n\(String(reflecting: value))\n\(dumped)"
}
