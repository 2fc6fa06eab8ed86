/// The types that the libraries of this package have for everybody. A type of that name in a target hides the library's in
/// all of it, and makes it ambiguous to who imports both.
package enum LibraryTypes {
  /// Their names, by library.
  package static let all: [String: Set<String>] = [
    "Signals": [
      "CallNaming", "Command", "CommandError", "CommandPolicy", "DispatchScheduler", "Disposable", "DisposeBag",
      "Emitter", "Event",
      "FlattenStrategy", "ImmediateScheduler", "MainScheduler", "MutableProperty", "NamedCallKind", "Property",
      "PropertyProtocol", "PropertySource", "Scheduler", "Signal", "SignalTrace", "SignalValues", "UIScheduler",
      "VirtualClock",
      "VirtualTimeScheduler",
    ],
    "SignalsTesting": [
      "MarbleDiagram", "MarbleFailure", "MarbleLegendError", "MarbleMismatch", "MarbleSyntaxError", "Recorder",
    ],
    "VIPER": [
      "AppEnvironment", "Assembly", "Confirmation", "ConfirmationPresenter", "Destination", "Guard", "Leak", "Links",
      "Module", "ModuleEvent", "NavigationTree", "Navigator", "Presenter", "Recipients", "Route", "RouteError",
      "RouteStyle", "Router", "Stage", "Trace", "Transition",
    ],
    "VIPERTesting": ["PresenterHost", "RecordingStage"],
    "VIPERUI": [
      "CommandButton", "ConfirmationView", "EmbeddedModules", "EmbeddingViewController", "Field", "ModuleTabs",
      "Observed", "RowCommand", "Screen", "StageView", "SwiftUIPresentation", "SwiftUIStage", "UIKitPresentation",
      "UIKitStage",
    ],
    "Services": [
      "AccessToken", "AgedCache", "AnyTransport", "Coalescing", "ConcurrencyLimit", "DiskFileSystem", "FileStore",
      "FileSystem", "FileSystemFailure", "FileVersion", "HTTPBody", "HTTPCall", "HTTPClient", "HTTPField", "HTTPPart",
      "HTTPPath", "HTTPRequest", "HTTPResponse", "HTTPStreaming", "HTTPTransport", "IndexRepresentable", "IndexedValue",
      "Indexable",
      "MemoryFileSystem", "MemoryStore", "NamedStore", "Query", "RetryPolicy", "SQLiteStore", "ScheduledStore",
      "ServerSentEvent", "ServiceFailure", "Store", "StoreChange", "StoreFailure", "StoreIndex", "StoreMigration",
      "StoreSchema", "URLSessionTransport",
    ],
    "REPL": [
      "Calls", "Console", "ConsoleApp", "ConsoleOption", "ConsoleTexts", "ConsoleView", "Control", "FlowReport",
      "RowAction", "Session",
    ],
  ]

  /// The libraries that each one is made of.
  package static let dependencies: [String: Set<String>] = [
    "SignalsTesting": ["Signals"], "VIPER": ["Signals"], "VIPERTesting": ["Signals", "VIPER"], "Services": ["Signals"],
    "REPL": ["Signals", "VIPER"],
  ]

  /// The library that has a type of that name; nil if none has.
  static func library(of type: String) -> String? { all.first { $0.value.contains(type) }?.key }
}
