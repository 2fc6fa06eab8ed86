@_exported import Foundation
@_exported import Observation

// This module imitates a part of SwiftUI. A body is evaluated again when a value that it read has changed. State belongs to a
// view's place. An environment reaches the views inside. A stack, a sheet, a tab bar and an alert follow their bindings.
// Gestures of the user are methods of `Drawing`. There is no layout, no rendering, no animation, no preference, no scene and no
// focus.
//
// All changes between two drawings are one update. Where SwiftUI's behaviour is not documented, this module does what is worst for
// its callers: a path, an item or a flag that is the same as in the last update changes nothing, even if the user has gone back, or
// has closed the sheet or the alert, since then.

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// A view without a body: it draws itself.
@MainActor @preconcurrency public protocol Primitive: View where Body == Never {
  func draw(_ drawing: Drawing)
}
extension Primitive { public var body: Never { fatalError("it is drawn without one") } }
extension Never: View { public var body: Never { fatalError("it is drawn without one") } }

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<V: View>(_ view: V) -> V { view }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<V: View>(_ view: V) -> V { view }
  @MainActor public static func buildBlock<each V: View>(_ view: repeat each V) -> TupleView<repeat each V> {
    TupleView(repeat each view)
  }
  public static func buildOptional<V: View>(_ view: V?) -> V? { view }
  public static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { .first(first) }
  public static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { .second(second) }
}

public struct EmptyView: Primitive {
  public nonisolated init() {}
  public func draw(_ drawing: Drawing) {}
}
public struct TupleView<each V: View>: Primitive {
  let views: (repeat each V)
  init(_ views: repeat each V) { self.views = (repeat each views) }
  public func draw(_ drawing: Drawing) { repeat drawing.draw(each views) }
}
public enum Either<A: View, B: View>: Primitive {
  case first(A), second(B)
  public func draw(_ drawing: Drawing) {
    switch self {
    case .first(let view): drawing.draw(view, as: "first")
    case .second(let view): drawing.draw(view, as: "second")
    }
  }
}
extension Optional: View where Wrapped: View { public var body: Never { fatalError("it is drawn without one") } }
extension Optional: Primitive where Wrapped: View {
  public func draw(_ drawing: Drawing) { if let self { drawing.draw(self) } }
}
public struct AnyView: Primitive {
  private let view: any View
  public init(_ view: some View) { self.view = view }
  public func draw(_ drawing: Drawing) { drawing.draw(view) }
}

/// A view with a modifier for the views drawn inside it.
public struct Modified<Content: View>: Primitive {
  let content: Content
  let change: @MainActor (_ drawing: Drawing, _ inside: () -> Void) -> Void
  public func draw(_ drawing: Drawing) { change(drawing) { drawing.draw(content) } }
}
extension View {
  func modified(_ change: @escaping @MainActor (Drawing, () -> Void) -> Void) -> Modified<Self> {
    Modified(content: self, change: change)
  }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = ModifiedContent
  @ViewBuilder func body(content: Content) -> Body
}
public struct ModifiedContent: Primitive {
  let view: any View
  public func draw(_ drawing: Drawing) { drawing.draw(view) }
}
struct ModifierView<M: ViewModifier>: View {
  let modifier: M
  let content: ModifiedContent
  var body: some View { modifier.body(content: content) }
}
extension View {
  public func modifier<M: ViewModifier>(_ modifier: M) -> some View {
    ModifierView(modifier: modifier, content: ModifiedContent(view: self))
  }
}
