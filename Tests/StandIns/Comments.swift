import Foundation
import REPL
import Services
import Signals
import SignalsTesting
import VIPER
import VIPERTesting

// The names that samples in comments assume: for each file with such samples, a class with the members they use.

struct StoreError: Error { init(_ text: String) {} }
struct Item: Codable, Identifiable, Sendable {
  let id: Int
  var name: String
  var due: Date
}
struct Note: Codable, Identifiable, Sendable {
  let id: Int
  var text: String
  var due = Date()
}
struct OldNote: Codable, Sendable {
  let id: Int
  var title: String
}
struct User: Codable, Sendable {}
enum Notes { static let modules: [Module] = [] }
let app = ConsoleApp("notes", home: "notes") { session in
  try Navigator(stage: session.console, environment: session.environment, modules: Notes.modules)
}

extension Route<Void, Never> {
  static var todo: Self { Route("todo") }
  static var list: Self { Route("list") }
}

final class ListInteractor: Sendable {
  init(data: Int = 0) {}
  func upcoming() -> Signal<[Int], Never> { .just([]) }
  func save(_ value: Int) -> Signal<Void, StoreError> { .empty }
}
final class Form: Sendable {
  let problem = Property<String?>(constant: nil)
  let value = 1
}
// Closures of samples use these without `self`.
let interactor = ListInteractor(), form = Form(), data = 0, id = UUID()
let received = MutableProperty(0), news = MutableProperty("")

@MainActor final class ListPresenter: Presenter {
  let add: Command<Void, UUID, RouteError>
  init(_ interactor: ListInteractor, router: Router<Never>) { add = Command { router.present(.add) } }
}
@MainActor final class ListView { init(_ presenter: ListPresenter) {} }
@MainActor final class SomePresenter { let title = Property(constant: "Title") }

@MainActor class PlainSample {}
@MainActor final class CallsSample {
  struct Store { func save(_ item: Item) -> Signal<Void, StoreError> { .empty } }
  let calls = Calls(on: VirtualTimeScheduler())
  let store = Store()
  let item = Item(id: 1, name: "", due: Date())
}
@MainActor final class HTTPCallSample { let transport = HTTPClient(base: URL(fileURLWithPath: "/")) }
@MainActor final class HTTPClientSample { let client = HTTPClient(base: URL(fileURLWithPath: "/")) }
@MainActor final class HTTPRequestSample {
  let name = "", password = "", id = 1, signedURL = URL(fileURLWithPath: "/")
  let picture = HTTPBody.data(Data(), type: "image/png")
}
@MainActor final class HTTPBodySample {
  let url = URL(fileURLWithPath: "/"), environment = AppEnvironment.fixed(on: VirtualTimeScheduler())
}
@MainActor final class HTTPPagesSample {
  struct Page: Decodable, Sendable { let next: URL? }
  let server = HTTPClient(base: URL(fileURLWithPath: "/"))
}
@MainActor final class HTTPTransportSample {
  let url = URL(fileURLWithPath: "/"), environment = AppEnvironment.fixed(on: VirtualTimeScheduler())
  let scheduler = VirtualTimeScheduler()
}
/// The session for samples that name their calls.
struct NamingSession { let calls = Calls(on: VirtualTimeScheduler()) }
struct Book: Codable, Identifiable, Sendable {
  let id: Int
  var title: String
}
@MainActor final class NamedStoreSample { let session = NamingSession() }
@MainActor final class NamedTransportSample { let session = NamingSession(), url = URL(fileURLWithPath: "/") }
@MainActor final class ScheduledStoreSample { let url = URL(fileURLWithPath: "/"), note = Note(id: 1, text: "") }
@MainActor final class StoreSample { let store = MemoryStore<Item>() }
@MainActor final class QuerySample { let monday = Date(), sunday = Date() }
@MainActor final class BindingSample {
  let presenter = SomePresenter(), bag = DisposeBag()
  var label = ""
}
@MainActor final class DisposeBagSample {
  let presenter = SomePresenter(), bag = DisposeBag()
  var text = ""
}
@MainActor final class CommandSample {
  @MainActor final class Spinner { var isShown = false }
  let spinner = Spinner(), bag = DisposeBag()
}
func show(_ error: StoreError) {}
@MainActor final class DisposableSample { let title = Signal<String, Never>.just("") }
func fetch(_ done: @escaping @Sendable (Data) -> Void) -> Task<Void, Never> { Task {} }
@MainActor final class MutablePropertySample {
  struct Form { var name = "", city = "", street = "" }
  let form = MutableProperty(Form()), list = MutableProperty([1])
}
@MainActor final class TwoWayBindingSample {
  struct Form { var name = "" }
  let draft = MutableProperty(""), title = MutableProperty(""), name = MutableProperty("")
  let form = MutableProperty(Form()), bag = DisposeBag()
}
struct ListPage: Sendable { let number = 1, isLast = true }
func page(_ number: Int) -> Signal<ListPage, Never> { .empty }
@MainActor final class SignalTraceSample {
  let time = VirtualTimeScheduler(), query = MutableProperty("")
  let search: @Sendable (String) -> Void = { _ in }
}
@MainActor final class ExpectSample {
  let time = VirtualTimeScheduler(), counter = Signal<Int, Never>.empty
}
@MainActor final class ModuleEventSample {
  var router: Router<Never> { fatalError("only a navigator makes one") }
  let url = URL(fileURLWithPath: "/")
}
@MainActor final class TraceSample {
  let stage = RecordingStage(), environment = AppEnvironment.fixed(on: VirtualTimeScheduler()), modules: [Module] = []
}
@MainActor class TestSample {
  let time = VirtualTimeScheduler()
  let list = Module(.list) { _, _ in Assembly() }, add = Module(.add) { _, _ in Assembly() }
}
@MainActor final class AnsweringModuleSample: TestSample {}
@MainActor final class PresenterHostSample: TestSample {}
@MainActor final class RecordingStageSample: TestSample {}
