import FlowEngine

extension Setting {
  /// Where its first value stands, else its name.
  var valuePlace: SettingPlace { values.first?.first?.place ?? place }
}
