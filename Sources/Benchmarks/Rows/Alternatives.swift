import Dispatch
import Foundation
import Observation

/// The toolchain's alternatives for the same jobs.
enum Alternative {
  /// Values through an `AsyncStream`, three stages and a loop.
  static let asyncStream = Contender(name: "AsyncStream") {
    let total = Total()
    return { count in
      let (stream, input) = AsyncStream<Int>.makeStream()
      let done = DispatchSemaphore(value: 0)
      Task {
        for await value in stream.map({ $0 &+ 2 }).filter({ $0 & 1 == 0 }).map({ $0 &* 2 }) { total.add(value) }
        done.signal()
      }
      for value in 0..<count { input.yield(value &* 2) }
      input.finish()
      done.wait()
    }
  }

  /// A notification with its value in `object`.
  static let notificationCenter = Contender(name: "NotificationCenter") {
    let center = NotificationCenter()
    let name = Notification.Name("value"), total = Total()
    let token = center.addObserver(forName: name, object: nil, queue: nil) { total.add($0.object as? Int ?? 0) }
    return { count in
      for value in 0..<count { center.post(name: name, object: value) }
      withExtendedLifetime(token) {}
    }
  }

  /// A property of an `@Observable` class, tracked again after each change.
  static let observation = Contender(name: "Observation") {
    let model = Model(), total = Total()
    return { count in
      for value in 0..<count {
        withObservationTracking {
          total.add(model.value)
        } onChange: {
          total.add(1)
        }
        model.value = value
      }
    }
  }

  @Observable fileprivate final class Model {
    var value = 0
  }

  /// One piece of work on a queue for each event.
  static let queueAsync = Contender(name: "queue.async") {
    let queue = DispatchQueue(label: "benchmark"), total = Total()
    return { count in
      let done = DispatchSemaphore(value: 0)
      for value in 0..<count { queue.async { total.add(value) } }
      queue.async { done.signal() }
      done.wait()
    }
  }
}
