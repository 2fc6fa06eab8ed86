#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit

  extension UITextField {
    /// Shows the property's text, and sets it to the text that the user types: the property leads. If it does not accept a text,
    /// the field shows the property's text again at once.
    @discardableResult public func bind(text property: MutableProperty<String>) -> Disposable {
      bind(property, for: .editingChanged, get: { $0.text ?? "" }, set: { if $0.text != $1 { $0.text = $1 } })
    }
  }

  #if !os(tvOS)
    extension UISwitch {
      /// Shows the property's value, and sets it when the user switches.
      @discardableResult public func bind(isOn property: MutableProperty<Bool>) -> Disposable {
        bind(property, for: .valueChanged, get: { $0.isOn }, set: { $0.setOn($1, animated: $0.window != nil) })
      }
    }

    extension UIDatePicker {
      /// Shows the property's date, and sets it to the date that the user chooses.
      @discardableResult public func bind(date property: MutableProperty<Date>) -> Disposable {
        bind(property, for: .valueChanged, get: { $0.date }, set: { $0.date = $1 })
      }
    }
  #endif

  /// Controls that hold a value.
  @MainActor private protocol ValueControl: UIControl {}
  extension UIControl: ValueControl {}

  extension ValueControl {
    fileprivate func bind<Value: Sendable>(
      _ property: MutableProperty<Value>, for event: UIControl.Event, get: @escaping @MainActor (Self) -> Value,
      set: @escaping @MainActor @Sendable (Self, Value) -> Void
    ) -> Disposable {
      let action = UIAction(identifier: .value) { [weak self] _ in
        guard let self else { return }
        property.value = get(self)
        // The property may have changed the value.
        set(self, property.value)
      }
      addAction(action, for: event)
      return property.bind(to: self, set)
    }
  }

  extension UIAction.Identifier {
    fileprivate static let value = UIAction.Identifier("viper.value")
  }
#endif
