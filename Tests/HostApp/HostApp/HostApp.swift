import SwiftUI

/// The app in which the tests of VIPERUI run in the simulator: without one, UIKit presents nothing and sends no events.
@main struct HostApp: App {
  var body: some Scene { WindowGroup { Text("Tests") } }
}
