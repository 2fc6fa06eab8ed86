#if DEBUG
  import Dispatch

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// In a debug build: the source locations of the current bindings of properties. A binding that must be a mistake stops the
  /// program with a message that names the places.
  struct BindingPlaces: Sendable {
    private struct Binding {
      weak var source: AnyPropertyNode?
      weak var target: AnyPropertyNode?
      let place: String
    }
    private static let all = Protected((last: 0, bindings: [Int: Binding]()))

    /// Stops the program if the target is bound to another property. Otherwise records the place of the binding until the binding
    /// is disposed.
    static func expectOneSource(_ source: AnyPropertyNode, of target: AnyPropertyNode, at place: String) -> Disposable {
      // Read without the lock: a node that is released meanwhile ends its bindings.
      let bindings = all.withLock { Array($0.bindings.values) }
      for other in bindings where other.target === target && other.source !== source && other.source != nil {
        preconditionFailure(
          """
          bind(to:) at \(place) has a target that is bound to another source at \(other.place): it would have the value of the \
          source that changed last. Combine the sources, or dispose of the other binding
          """)
      }
      let binding = Binding(source: source, target: target, place: place)
      let number = all.withLock { all in
        all.last += 1
        all.bindings[all.last] = binding
        return all.last
      }
      return Disposable {
        let gone = all.withLock { $0.bindings.removeValue(forKey: number) }
        withExtendedLifetime(gone) {}
      }
    }

    /// The source was released. Warns if its target is still alive after the current work on the main queue.
    static func warnOfLostSource(of root: AnyPropertyNode?, at place: String) {
      DispatchQueue.main.async { [weak root] in
        guard root != nil else { return }
        let warning = Array(
          """
          warning: bind(to:) at \(place) has lost its source: the source was released, and the target keeps its last value. \
          Retain the source as long as the target, for example in the presenter, or dispose of the binding first

          """.utf8)
        // As many bytes as the array has.
        _ = unsafe write(STDERR_FILENO, warning, warning.count)
      }
    }
  }
#endif
