import Testing
import VIPER

@Suite struct RouteTests {
  private final class Live: Sendable {}

  @Test func aRouteThatTakesNothingHasNoInput() {
    let route = Route<Void, Int>("plain", style: .modal)
    #expect(route.destination == Route<Void, Never>("plain").destination)
    #expect(route.destination.input == nil)
    #expect(route.destination.input(of: route) != nil)
  }

  @Test func aTransientInputIsLeftOut() throws {
    let route = Route<Live, Never>(transient: "live")
    let destination = try route.destination(with: Live())
    #expect(destination.input == nil)
    #expect(destination.input(of: route) == nil)
  }

  @Test func aDestinationOfAnotherRouteOrTypeHasNoInput() throws {
    let destination = try Route<Int, Never>("page").destination(with: 3)
    #expect(destination.input(of: Route<Int, Never>("other")) == nil)
    #expect(destination.input(of: Route<String, Never>("page")) == nil)
    #expect(destination.input(of: Route<Int, Never>("page")) == 3)
  }
}
