/// The public types of this package's libraries. A type of the same name in a target hides the library's type there, and makes
/// the name ambiguous in files that import both.
package enum LibraryTypes {
  /// The names of the types, by library.
  package static let all: [String: Set<String>] = [
    "Signals": [
      "CallNaming", "Command", "CommandError", "CommandPolicy", "DispatchScheduler", "Disposable", "DisposeBag",
      "Emitter", "Event", "FlattenStrategy", "ImmediateScheduler", "MutableProperty", "NamedCallKind", "Property",
      "PropertyProtocol", "PropertySource", "Scheduler", "Signal", "SignalValues", "UIScheduler",
      "VirtualTimeScheduler",
    ],
    "SignalsTesting": [
      "MarbleDiagram", "MarbleFailure", "MarbleLegendError", "MarbleMismatch", "MarbleSyntaxError", "Recorder",
      "SignalTrace", "VirtualClock",
    ],
    "VIPER": [
      "AppEnvironment", "Assembly", "ConfirmationPresenter", "ConfirmationQuestion", "Destination", "Guard", "Leak",
      "LinkRules", "Links", "Module", "ModuleEvent", "NavigationTree", "Navigator", "Presenter", "Recipients", "Route",
      "RouteError",
      "RouteStyle", "Router", "Stage", "Trace", "Verb",
    ],
    "VIPERTesting": ["Layers", "PresenterHost", "RecordingStage"],
    "VIPERUI": [
      "CommandButton", "ConfirmationView", "EmbeddedModules", "EmbeddingViewController", "Field", "ModuleTabs",
      "Observed", "RowCommand", "Screen", "StageView", "SwiftUIPresentation", "SwiftUIStage", "UIKitPresentation",
      "UIKitStage",
    ],
    "VIPERUITesting": ["FlowStage"],
    "Services": [
      "AccessToken", "AnyTransport", "DiskFileSystem", "FileStore", "FileSystem", "FileSystemFailure", "FileVersion",
      "HTTPBody", "HTTPCall", "HTTPClient", "HTTPField", "HTTPPart", "HTTPPath", "HTTPRequest", "HTTPResponse",
      "HTTPStreaming", "HTTPTransport", "IndexRepresentable", "IndexedValue", "Indexable", "MemoryFileSystem",
      "MemoryStore", "NamedStore", "Query", "RetryPolicy", "SQLiteStore", "ScheduledStore", "ServerSentEvent",
      "ServiceFailure", "Store", "StoreChange", "StoreFailure", "StoreIndex", "StoreMigration", "StoreSchema",
    ],
    "REPL": [
      "Calls", "Console", "ConsoleApp", "ConsoleOption", "ConsoleTexts", "ConsoleView", "Control", "FlowReport",
      "RowAction", "Session",
    ],
  ]

  /// The libraries that each library depends on.
  package static let dependencies: [String: Set<String>] = [
    "SignalsTesting": ["Signals"], "VIPER": ["Signals"], "VIPERTesting": ["Signals", "VIPER"],
    "VIPERUI": ["Signals", "VIPER"], "VIPERUITesting": ["Signals", "VIPER", "VIPERUI", "REPL"],
    "Services": ["Signals"], "REPL": ["Signals", "VIPER"],
  ]

  /// Whether a library has that name.
  static func isLibrary(_ name: String) -> Bool { all[name] != nil }

  /// The library with a type of that name; nil if there is none.
  static func library(of type: String) -> String? { all.first { $0.value.contains(type) }?.key }
}
