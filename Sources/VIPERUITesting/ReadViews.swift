#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import REPL
  import Signals
  import UIKit
  import VIPERUI

  /// Reads views with accessibility identifiers as controls of a console.
  @MainActor enum ReadViews {
    /// The controls of a view and its subviews, from top to bottom. A view without a name contributes only its subviews.
    static func controls(in view: UIView, without isOther: (UIView) -> Bool) -> [Control] {
      if isOther(view) { return [] }
      if let name = view.accessibilityIdentifier, let controls = controls(of: view, name) { return controls }
      if let indicator = view as? UIActivityIndicatorView { return [.busy(Property(constant: indicator.isAnimating))] }
      return view.subviews.flatMap { controls(in: $0, without: isOther) }
    }

    private static func controls(of view: UIView, _ name: String) -> [Control]? {
      switch view {
      case let label as UILabel: [.label("", label.isHidden ? "" : label.text ?? "")]
      case let field as UITextField: [self.field(name, field)]
      case let bar as UIProgressView: [.progress(Property(constant: amount(of: bar)))]
      case let table as UITableView: rows(name, table)
      default: other(view, name)
      }
    }

    private static func other(_ view: UIView, _ name: String) -> [Control]? {
      #if !os(tvOS)
        if let picker = view as? UIDatePicker { return [field(name, picker)] }
        if let toggle = view as? UISwitch { return [field(name, toggle)] }
      #endif
      guard let control = view as? UIControl else { return nil }
      return [
        button(
          name, isEnabled: control.isEnabled, hint: control.accessibilityHint,
          isBusy: control.accessibilityTraits.contains(.updatesFrequently), help: toolTip(of: control)
        ) {
          // UIKit may send the second with the first.
          let isPrimary = control.allControlEvents.contains(.primaryActionTriggered)
          control.sendActions(for: isPrimary ? .primaryActionTriggered : .touchUpInside)
        }
      ]
    }

    private static func toolTip(of control: UIControl) -> String? {
      #if os(tvOS)
        nil
      #else
        control.toolTip
      #endif
    }

    static func button(_ item: UIBarButtonItem) -> Control? {
      guard let name = item.accessibilityIdentifier else { return nil }
      return button(
        name, isEnabled: item.isEnabled, hint: item.accessibilityHint,
        isBusy: item.accessibilityTraits.contains(.updatesFrequently)
      ) { item.primaryAction?.performWithSender(item, target: nil) }
    }

    /// - Parameters:
    ///   - hint: the effect while it is enabled, otherwise the reason why it is disabled.
    ///   - help: the effect, if it is known while the control is disabled.
    private static func button(
      _ name: String, isEnabled: Bool, hint: String?, isBusy: Bool, help: String? = nil,
      _ tap: @escaping @MainActor @Sendable () -> Void
    ) -> Control {
      if isEnabled { return .button(name, Command<Void, Void, Never>.onMain(tap), help: hint) }
      if isBusy {
        let busy = Command<Void, Never, Never> { .never }
        busy.execute()
        return .button(name, busy, help: help)
      }
      // A `cancel` control explains itself when there is no work to cancel.
      if hint == nil, name == "cancel" { return .cancel(Command<Void, Never, Never> { .never }, help: help) }
      return .button(
        name, Command.sync(enabledIf: Property(constant: false)) {}, because: .init(constant: hint),
        help: help)
    }

    private static func field(_ name: String, _ field: UITextField) -> Control {
      let text = MutableProperty(field.text ?? "")
      text.changes.observeValues { typed in
        MainActor.assumeIsolated {
          field.text = typed
          field.sendActions(for: .editingChanged)
        }
      }
      return .field(
        name, text, secret: field.isSecureTextEntry, because: reason(field), help: help(field))
    }

    private static func reason(_ control: UIControl) -> Property<String?> {
      Property(constant: control.isEnabled ? nil : control.accessibilityHint ?? "")
    }
    private static func help(_ control: UIControl) -> String? { control.isEnabled ? control.accessibilityHint : nil }

    #if !os(tvOS)
      /// A day is typed as `2014-05-22`.
      private static func field(_ name: String, _ picker: UIDatePicker) -> Control {
        let date = MutableProperty(picker.date), calendar = picker.calendar ?? .current
        date.changes.observeValues { date in
          MainActor.assumeIsolated {
            picker.date = date
            picker.sendActions(for: .valueChanged)
          }
        }
        func print(_ date: Date) -> String {
          let day = calendar.dateComponents([.year, .month, .day], from: date)
          return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
        }
        return .field(name, date, because: reason(picker), help: help(picker), print: print) { text in
          let parts = text.split(separator: "-").compactMap { Int($0) }
          guard parts.count == 3 else { return nil }
          let day = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
          return day.flatMap { print($0) == text ? $0 : nil }
        }
      }

      private static func field(_ name: String, _ toggle: UISwitch) -> Control {
        let isOn = MutableProperty(toggle.isOn)
        isOn.changes.observeValues { isOn in
          MainActor.assumeIsolated {
            toggle.setOn(isOn, animated: false)
            toggle.sendActions(for: .valueChanged)
          }
        }
        return .field(
          name, isOn, because: reason(toggle), help: help(toggle), print: { $0 ? "on" : "off" },
          parse: { ["on": true, "off": false][$0] })
      }
    #endif

    private static func amount(of bar: UIProgressView) -> (count: Int, total: Int)? {
      guard !bar.isHidden, let progress = bar.observedProgress else { return nil }
      return (Int(progress.completedUnitCount), Int(progress.totalUnitCount))
    }

    private static func rows(_ name: String, _ table: UITableView) -> [Control] {
      var controls = ReadRows(table).map { [$0.control(name)] } ?? []
      #if !os(tvOS)
        if let refresh = table.refreshControl, let name = refresh.accessibilityIdentifier {
          controls.append(.busy(Property(constant: refresh.isRefreshing)))
          controls.append(
            button(
              name, isEnabled: !refresh.isRefreshing, hint: refresh.accessibilityHint, isBusy: refresh.isRefreshing
            ) {
              refresh.beginRefreshing()
              refresh.sendActions(for: .valueChanged)
            })
        }
      #endif
      return controls
    }
  }
#endif
