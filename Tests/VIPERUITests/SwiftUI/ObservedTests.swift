#if STAND_INS
  import Signals
  import SwiftUI
  import Testing
  import VIPERUI

  @MainActor final class FormModel {
    let name = MutableProperty("")
    let saved = MutableProperty<[String]>([])
    let save: Command<Void, Void, Never>
    let problems = Signal<String, Never>.pipe()

    init() {
      let name = name, saved = saved
      save = Command(unless: name.map { $0.isEmpty ? "name is empty" : nil }) { saved.modify { $0.append(name.value) } }
    }
  }

  struct FormView: View {
    private let model: FormModel
    @Field private var name: String
    @Observed private var saved: [String]

    init(_ model: FormModel) {
      self.model = model
      _name = Field(model.name)
      _saved = Observed(model.saved)
    }

    var body: some View {
      VStack {
        TextField("Name", text: $name).accessibilityIdentifier("name")
        CommandButton("Save", model.save, hint: "saves the name").accessibilityIdentifier("save")
        ForEach(saved, id: \.self) { Text($0) }
      }
      .refreshable(by: model.save)
      .alerts(model.problems.signal, title: "Problem")
    }
  }

  @Suite @MainActor final class ObservedTests: ViewTests {
    private let model = FormModel()
    private let view: HostedView

    override init() throws {
      view = HostedView(FormView(model))
      try super.init()
    }

    @Test("a view is drawn again when a property changes that it shows, and not before") func observing() {
      #expect(view.screen.texts.isEmpty && view.draws == 1)
      model.saved.value = ["milk"]
      #expect(view.screen.texts == ["milk"] && view.draws == 2)
      #expect(view.screen.texts == ["milk"] && view.draws == 2)
    }

    @Test("a field goes both ways") func field() throws {
      let field = try #require(view.screen.control("name")?.text)
      field.wrappedValue = "milk"
      #expect(model.name.value == "milk")
      model.name.value = "tea"
      #expect(view.screen.control("name")?.text?.wrappedValue == "tea")
    }

    @Test("a button executes its command, and says why it cannot") func button() throws {
      let save = try #require(view.screen.control("save"))
      #expect(!save.isEnabled && save.hint == "name is empty" && save.title == "Save")
      save.tap?()
      #expect(model.saved.value.isEmpty)
      model.name.value = "milk"
      let enabled = try #require(view.screen.control("save"))
      #expect(enabled.isEnabled && enabled.hint == "saves the name")
      enabled.tap?()
      #expect(view.screen.texts == ["milk"])
    }

    @Test("a pull executes the command, and ends with it") func refreshing() async throws {
      model.name.value = "milk"
      await view.screen.pull?()
      #expect(model.saved.value == ["milk"])
    }

    @Test("one alert comes after the other") func alerts() {
      #expect(view.screen.alert == nil)
      model.problems.input.send("first")
      model.problems.input.send("second")
      #expect(view.screen.alert?.title == "Problem" && view.screen.alert?.text == "first")
      view.screen.alert?.tap()
      #expect(view.screen.alert?.text == "second")
      view.screen.alert?.tap()
      #expect(view.screen.alert == nil)
    }
  }
#endif
