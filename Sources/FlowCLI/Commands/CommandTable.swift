/// Every command, in the order of help.
enum CommandTable {
  static let all: [CommandSpec] = [
    RunCommand.spec, TestCommand.spec, RecordCommand.spec, ReplayCommand.spec, ReportCommand.spec,
    CheckCommand.spec, FormatCommand.spec, InspectCommand.spec, ExplainCommand.spec,
    NamesCommand.spec, GraphCommand.spec, TreeCommand.spec, IdPCommand.spec, PullCommand.spec,
    ImportCommand.spec, ExportCommand.spec,
    ServeCommand.spec, ExploreCommand.spec, AuditCommand.spec, DiffCommand.spec,
    GateCommand.spec, ShrinkCommand.spec, LanguageServerCommand.spec, RefreshCommand.spec,
    SignOutCommand.spec,
    EditorCommand.spec, CompletionsCommand.spec, ManualCommand.spec, InitCommand.spec,
  ]
}
