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
      save = .sync(unless: name.map { $0.isEmpty ? "name is empty" : nil }) { saved.modify { $0.append(name.value) } }
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

    @Test("a view is drawn again when a property changes that it shows, and not before; a field goes both ways")
    func observing() throws {
      var seen = ["\(view.screen.texts) \(view.draws)"]
      model.saved.value = ["milk"]
      for _ in 0..<2 { seen.append("\(view.screen.texts) \(view.draws)") }
      #expect(seen == ["[] 1", #"["milk"] 2"#, #"["milk"] 2"#])
      let field = try #require(view.screen.control("name")?.text)
      field.wrappedValue = "milk"
      #expect(model.name.value == "milk")
      model.name.value = "tea"
      #expect(view.screen.control("name")?.text?.wrappedValue == "tea")
    }

    @Test("a button and a pull execute their command, which says why it cannot run") func button() async throws {
      var hints: [String] = []
      for name in ["", "milk"] {
        model.name.value = name
        let save = try #require(view.screen.control("save"))
        hints.append("\(save.title) \(save.isEnabled) \(save.hint)")
        save.tap?()
      }
      #expect(hints == ["Save false name is empty", "Save true saves the name"])
      #expect(view.screen.texts == ["milk"])
      model.name.value = "tea"
      await view.screen.pull?()
      #expect(view.screen.texts == ["milk", "tea"])
    }

    @Test("one alert comes after the other") func alerts() {
      var seen = [view.screen.alert?.text]
      for text in ["first", "second"] { model.problems.input.send(text) }
      for _ in 0..<3 {
        seen.append(view.screen.alert.map { "\($0.title): \($0.text)" })
        view.screen.alert?.tap()
      }
      #expect(seen == [nil, "Problem: first", "Problem: second", nil])
    }
  }
#endif
