/// The stored properties of screens, as far as reflection sees them.
@usableFromInline
enum Property {
    /// The last part of a key path: "count" of `\Counter.count`.
    @usableFromInline
    static func name(of path: AnyKeyPath) -> String {
        String(String(describing: path).split(separator: ".").last ?? "")
    }

    /// The properties that hold state and nothing but state: texts, numbers, and what is made of them.
    ///
    /// What holds a reference or a function is a service, which a new screen gets from its route.
    static func stateNames(of screen: AnyObject) -> [String] {
        Mirror(reflecting: screen).children.compactMap { child in
            guard let label = child.label, isState(child.value, depth: 0) else { return nil }
            // The macro Observable stores `count` as `_count`.
            return label.hasPrefix("_") ? String(label.dropFirst()) : label
        }
    }

    private static func isState(_ value: Any, depth: Int) -> Bool {
        if value is any OutputValue { return true }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct, .tuple, .enum, .optional, .collection, .dictionary, .set: break
        default: return false
        }
        return depth < 8 && mirror.children.allSatisfy { isState($0.value, depth: depth + 1) }
    }
}
