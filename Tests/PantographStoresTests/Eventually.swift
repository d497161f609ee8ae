import Testing

/// Waits, ten minutes at most, for what another process or thread brings about and tells nobody of.
func eventually(
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while try await !body() {
        try #require(ContinuousClock.now < end, comment, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(5))
    }
}
