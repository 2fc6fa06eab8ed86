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

  /// In a debug build: where in the source the properties were bound that are bound now. A binding that cannot be meant stops the
  /// program and names the places.
  struct BindingPlaces: Sendable {
    private struct Binding {
      weak var source: AnyPropertyNode?
      weak var target: AnyPropertyNode?
      /// What is written by setting the target.
      weak var root: AnyPropertyNode?
      let place: String
    }
    private static let all = Protected((last: 0, bindings: [Int: Binding]()))

    /// Stops if the target is bound to another property, or if its values lead back to the source through other bindings; else
    /// keeps the place of the binding until that is disposed.
    static func expectOneWay(
      from source: AnyPropertyNode, to target: AnyPropertyNode, of root: AnyPropertyNode, at place: String
    ) -> Disposable {
      // Looked at without the lock: a node that goes meanwhile ends its bindings.
      let bindings = all.withLock { Array($0.bindings.values) }
      for other in bindings where other.target === target && other.source !== source && other.source != nil {
        preconditionFailure(
          """
          bind(to:) at \(place) binds a property that is bound to another one at \(other.place): it would have the value of the one \
          that has changed last. Combine the two, or dispose of the binding before
          """)
      }
      var open = [root], seen = Set(open.map(ObjectIdentifier.init))
      while let written = open.popLast() {
        for other in bindings where other.source?.notifies(ofWritesTo: written) == true {
          guard let next = other.root else { continue }
          if source.notifies(ofWritesTo: next) {
            preconditionFailure(
              """
              bind(to:) at \(place) and at \(other.place) set properties in a circle, so that each value would bring the next: use \
              bindTwoWay(to:), or bind removeDuplicates()
              """)
          }
          if seen.insert(ObjectIdentifier(next)).inserted { open.append(next) }
        }
      }
      let binding = Binding(source: source, target: target, root: root, place: place)
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

    /// The source has gone: warns if the target is still there when the work under way on the main queue is done, for then it does
    /// not go with its source.
    static func warnOfLostSource(of root: AnyPropertyNode?, at place: String) {
      DispatchQueue.main.async { [weak root] in
        guard root != nil else { return }
        let warning = Array(
          """
          warning: bind(to:) at \(place) has lost its source: the bound property has gone, and the target stays as it is. Keep the \
          source as long as the target, such as in the presenter, or dispose of the binding before

          """.utf8)
        _ = write(STDERR_FILENO, warning, warning.count)
      }
    }
  }
#endif
