// What an app writes and reads beside this module's own types comes along with it: one import.

@_exported public import struct FlowEngine.Fact
@_exported public import struct FlowEngine.Field
@_exported public import protocol FlowEngine.Inbox
@_exported public import struct FlowEngine.InboxFailure
@_exported public import struct FlowEngine.InboxItem
@_exported public import struct FlowEngine.Message
@_exported public import enum FlowEngine.Outcome
@_exported public import struct FlowEngine.Redirect
@_exported public import struct FlowEngine.Secret
@_exported public import struct FlowEngine.Tokens
@_exported public import enum FlowEngine.Value
@_exported public import protocol FlowRuntime.Prompter
@_exported public import struct FlowRuntime.Question
@_exported public import enum FlowRuntime.Reply
