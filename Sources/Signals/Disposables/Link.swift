/// Holds a link of a chain and lets go of it through ``DeferredRelease``.
@usableFromInline final class Link<Content> {
  // Holds one reference, taken in `init` and given up in `deinit`: unmanaged only so that `deinit` can hand it over.
  @usableFromInline let box: Unmanaged<Box>

  // Not inlined into clients; the box is not shared yet.
  @usableFromInline init(_ content: Content) { box = .passRetained(Box(content)) }

  // Fixed: where this is inlined into a client, this, who keeps the box, could be released after it has been read.
  @inlinable var content: Content { withExtendedLifetime(self) { box._withUnsafeGuaranteedRef { $0.content } } }

  deinit { DeferredRelease.release(box.takeRetainedValue()) }

  @usableFromInline final class Box {
    @usableFromInline let content: Content
    init(_ content: Content) { self.content = content }
  }
}

// Immutable, and sends what its content may.
extension Link: @unchecked Sendable where Content: Sendable {}
