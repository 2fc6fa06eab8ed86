@_exported import Foundation

// The part of this module that UIKit has on a watch.

public struct UIImage: Sendable { public init?(systemName: String) {} }
