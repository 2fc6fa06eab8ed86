import Signals
import Foundation
public import VIPER

extension AppEnvironment {
  /// The machine's: its clock, time zone and locale, the main queue, random ids. Weeks begin on Sunday.
  public static var live: AppEnvironment {
    AppEnvironment(
      now: { Date() }, calendar: .gregorian(.current, .current), locale: .current, id: { UUID() }, scheduler: .main,
      notifications: .default)
  }
}
