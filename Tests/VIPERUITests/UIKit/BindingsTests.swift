#if STAND_INS
  import Signals
  import SignalsTesting
  import Testing
  import UIKit
  import VIPERUI

  @Suite(.serialized) @MainActor final class BindingsTests: ViewTests {
    @Test("a label, a view, an indicator, a bar and a title show their properties, and are released before them")
    func views() {
      let text = MutableProperty("one"), flag = MutableProperty(true)
      let amount = MutableProperty<(count: Int, total: Int)?>(nil)
      var seen: [String] = []
      weak var kept: UILabel?
      do {
        let label = UILabel(), indicator = UIActivityIndicatorView(), bar = UIProgressView()
        let controller = UIViewController()
        kept = label
        label.bind(text: text)
        label.bind(hidden: flag)
        indicator.bind(animating: flag)
        bar.bind(progress: amount)
        controller.bind(title: text.map { $0.uppercased() })
        func look() {
          let (part, whole) = (bar.observedProgress?.completedUnitCount ?? 0, bar.observedProgress?.totalUnitCount ?? 0)
          let states = [label.isHidden, indicator.isAnimating, bar.isHidden].map { $0 ? "yes" : "no" }
          seen.append(
            "\(label.text ?? "") \(controller.title ?? "") \(states) \(bar.isHidden ? 0 : part)/\(bar.isHidden ? 0 : whole)"
          )
        }
        look()
        (text.value, flag.value, amount.value) = ("two", false, (1, 4))
        look()
      }
      #expect(seen == [#"one ONE ["yes", "yes", "yes"] 0/0"#, #"two TWO ["no", "no", "no"] 1/4"#])
      #expect(kept == nil)
    }

    @Test("a button executes its command, and says why it cannot; a later command replaces it") func button() {
      let name = MutableProperty(""), pressed = MutableProperty(0), button = UIButton()
      let save = Command.sync(unless: name.map { $0.isEmpty ? "name is empty" : nil }) {
        pressed.modify { $0 += 1 }
      }
      button.bind(save, hint: "saves the item")
      #expect(!button.isEnabled)
      #expect(button.accessibilityHint == "name is empty")
      name.value = "milk"
      #expect(button.isEnabled)
      #expect(button.accessibilityHint == "saves the item")
      button.sendActions(for: .primaryActionTriggered)
      button.bind(Command.sync { pressed.modify { $0 += 10 } })
      button.sendActions(for: .primaryActionTriggered)
      #expect(pressed.value == 11)
    }

    @Test("a bar button item and a button that cancels follow their command") func busy() throws {
      let (work, end) = Signal<Void, Never>.pipe()
      let load = Command<Void, Void, Never> { work }, item = UIBarButtonItem(title: "Load"), cancel = UIButton()
      item.bind(load)
      cancel.bind(cancelling: load, hint: "gives up")
      func states() -> [Bool] {
        [item.isEnabled, item.accessibilityTraits.contains(.updatesFrequently), cancel.isEnabled]
      }
      var seen = [states()]
      item.primaryAction?.performWithSender(item, target: nil)
      seen.append(states())
      cancel.sendActions(for: .primaryActionTriggered)
      seen.append(states())
      #expect(seen == [[true, false, false], [false, true, true], [true, false, false]])
      #expect(item.title == "Load")
      end.complete()
    }

    @Test("a pull refreshes; the indicator ends with the command, and at once where that is refused") func refreshing()
    {
      let (work, end) = Signal<Void, Never>.pipe(), mayRun = MutableProperty(true)
      let refresh = Command<Void, Void, Never>(enabledIf: mayRun) { work.prefix(1) }, control = UIRefreshControl()
      control.bind(refresh)
      var seen: [Bool] = []
      for begin in [control.pull, { refresh.execute() }] {
        begin()
        seen.append(control.isRefreshing && refresh.isExecuting.value)
        end.send(())
        seen.append(control.isRefreshing)
      }
      mayRun.value = false
      control.pull()
      #expect(seen + [control.isRefreshing] == [true, false, true, false, false])
    }

    @Test("a field shows its property and sets it; a refused text is replaced") func fields() {
      let form = MutableProperty("a"), short = form.lens(get: { $0 }, set: { if $1.count < 4 { $0 = $1 } })
      let field = UITextField(), other = UISwitch(), isOn = MutableProperty(true)
      field.bind(text: short)
      other.bind(isOn: isOn)
      var seen = [field.text, "\(other.isOn)"]
      for text in ["abc", "abcd"] {
        field.text = text
        field.sendActions(for: .editingChanged)
        seen += [form.value, field.text]
      }
      (form.value, isOn.value) = ("z", false)
      #expect(seen + [field.text, "\(other.isOn)"] == ["a", "true", "abc", "abc", "abc", "abc", "z", "false"])
      let picker = UIDatePicker(), date = MutableProperty(Date(timeIntervalSince1970: 5))
      picker.bind(date: date)
      picker.date = Date(timeIntervalSince1970: 9)
      picker.sendActions(for: .valueChanged)
      #expect(date.value == Date(timeIntervalSince1970: 9))
    }
  }
#endif
