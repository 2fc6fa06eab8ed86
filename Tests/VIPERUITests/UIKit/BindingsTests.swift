#if STAND_INS
  import Signals
  import SignalsTesting
  import Testing
  import UIKit
  import VIPERUI

  @Suite(.serialized) @MainActor final class BindingsTests: ViewTests {
    @Test("a label, a view, an indicator, a bar and a title show their properties") func views() {
      let text = MutableProperty("one"), flag = MutableProperty(true)
      let amount = MutableProperty<(count: Int, total: Int)?>(nil)
      let label = UILabel(), indicator = UIActivityIndicatorView(), bar = UIProgressView()
      let controller = UIViewController()
      label.bind(text: text)
      label.bind(hidden: flag)
      indicator.bind(animating: flag)
      bar.bind(progress: amount)
      controller.bind(title: text.map { $0.uppercased() })
      #expect(label.text == "one" && label.isHidden && indicator.isAnimating && bar.isHidden)
      (text.value, flag.value, amount.value) = ("two", false, (1, 4))
      #expect(label.text == "two" && !label.isHidden && !indicator.isAnimating && !bar.isHidden)
      #expect(bar.observedProgress?.completedUnitCount == 1 && bar.observedProgress?.totalUnitCount == 4)
      #expect(controller.title == "TWO")
    }

    @Test("a binding does not keep its view") func life() {
      let text = MutableProperty("one")
      weak var label: UILabel?
      do {
        let made = UILabel()
        made.bind(text: text)
        label = made
      }
      #expect(label == nil)
    }

    @Test("a button executes its command, and says why it cannot") func button() {
      let name = MutableProperty(""), pressed = MutableProperty(0), button = UIButton()
      let save = Command<Void, Void, Never>(unless: name.map { $0.isEmpty ? "name is empty" : nil }) {
        pressed.modify { $0 += 1 }
      }
      button.bind(save, hint: "saves the item")
      #expect(!button.isEnabled && button.accessibilityHint == "name is empty")
      name.value = "milk"
      #expect(button.isEnabled && button.accessibilityHint == "saves the item")
      button.sendActions(for: .primaryActionTriggered)
      #expect(pressed.value == 1)
      // A later command replaces it.
      button.bind(Command<Void, Void, Never> { pressed.value = 10 })
      button.sendActions(for: .primaryActionTriggered)
      #expect(pressed.value == 10)
    }

    @Test("a bar button item and a button that cancels follow their command") func busy() throws {
      let (work, end) = Signal<Void, Never>.pipe()
      let load = Command<Void, Void, Never> { work }, item = UIBarButtonItem(title: "Load"), cancel = UIButton()
      item.bind(load)
      cancel.bind(cancelling: load, hint: "gives up")
      #expect(item.isEnabled && item.title == "Load" && !cancel.isEnabled)
      item.primaryAction?.performWithSender(item, target: nil)
      #expect(!item.isEnabled && item.accessibilityTraits.contains(.updatesFrequently) && cancel.isEnabled)
      cancel.sendActions(for: .primaryActionTriggered)
      #expect(item.isEnabled && !item.accessibilityTraits.contains(.updatesFrequently) && !cancel.isEnabled)
      end.complete()
    }

    @Test("a pull refreshes; the indicator ends with the command, and at once where that is refused") func refreshing()
    {
      let (work, end) = Signal<Void, Never>.pipe(), mayRun = MutableProperty(true)
      let refresh = Command<Void, Void, Never>(enabledIf: mayRun) { work.prefix(1) }, control = UIRefreshControl()
      control.bind(refresh)
      control.pull()
      #expect(control.isRefreshing && refresh.isExecuting.value)
      end.send(())
      #expect(!control.isRefreshing)
      refresh.execute()
      #expect(control.isRefreshing)
      end.send(())
      mayRun.value = false
      control.pull()
      #expect(!control.isRefreshing)
    }

    @Test("a field shows its property and sets it; a refused text is replaced") func fields() {
      let form = MutableProperty("a"), short = form.lens(get: { $0 }, set: { if $1.count < 4 { $0 = $1 } })
      let field = UITextField(), other = UISwitch(), isOn = MutableProperty(true)
      field.bind(text: short)
      other.bind(isOn: isOn)
      #expect(field.text == "a" && other.isOn)
      field.text = "abc"
      field.sendActions(for: .editingChanged)
      #expect(form.value == "abc")
      field.text = "abcd"
      field.sendActions(for: .editingChanged)
      #expect(form.value == "abc" && field.text == "abc")
      form.value = "z"
      isOn.value = false
      #expect(field.text == "z" && !other.isOn)
      let picker = UIDatePicker(), date = MutableProperty(Date(timeIntervalSince1970: 5))
      picker.bind(date: date)
      picker.date = Date(timeIntervalSince1970: 9)
      picker.sendActions(for: .valueChanged)
      #expect(date.value == Date(timeIntervalSince1970: 9))
    }
  }
#endif
