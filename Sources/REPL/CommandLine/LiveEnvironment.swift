import Foundation
import Signals
public import VIPER

extension AppEnvironment {
  /// The environment of the machine: its clock, time zone and locale, the main queue, random ids. Weeks begin on Sunday.
  public static var live: AppEnvironment {
    AppEnvironment(
      now: { Date() }, calendar: .gregorian(.current, .current), locale: .current, id: { UUID() }, scheduler: .main,
      notifications: .default)
  }
}
