// swift-tools-version: 6.2
import PackageDescription

/// One list for every target; the links say what each flag changes.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
]

/// A C library that Debian ships, found by pkg-config.
func library(_ name: String, _ pkgConfig: String, _ packages: String...) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(packages)])
}

let cSettings: [CSetting] = [.treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra")]

let package = Package(
    name: "pantograph",
    products: [
        .library(name: "Pantograph", targets: ["Pantograph"]),
        .library(name: "PantographServer", targets: ["PantographServer"]),
        .library(name: "PantographStores", targets: ["PantographStores"]),
        .library(name: "PantographTesting", targets: ["PantographTesting"]),
        .executable(name: "pantograph", targets: ["pantograph"]),
    ],
    targets: [
        library("CLibwebsockets", "libwebsockets", "libwebsockets-dev", "libwebsockets-evlib-uv"),
        library("CLibuv", "libuv", "libuv1-dev"),
        library("CSodium", "libsodium", "libsodium-dev"),
        library("CSQLite", "sqlite3", "libsqlite3-dev"),
        // Not by pkg-config, whose flags for hiredis SwiftPM warns of.
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        library("CPostgreSQL", "libpq", "libpq-dev"),
        library("CCurl", "libcurl", "libcurl4-openssl-dev"),
        .target(name: "Executors"),
        .target(name: "Sodium", dependencies: ["CSodium"]),
        .target(name: "SQLite", dependencies: ["CSQLite"]),
        .target(name: "PostgreSQL", dependencies: ["CPostgreSQL"]),
        .target(name: "Pantograph"),
        .target(name: "PantographServer", dependencies: ["Pantograph", "CLibwebsockets", "CLibuv"]),
        .target(
            name: "PantographStores",
            dependencies: ["Pantograph", "Executors", "SQLite", "CSQLite", "CHiredis", "CSodium", "Sodium"]),
        .target(name: "PantographTesting", dependencies: ["Pantograph"]),
        .target(name: "Screens", dependencies: ["Pantograph", "CSodium", "Sodium", "Executors"]),
        .target(name: "ScreensDatabases", dependencies: ["Screens", "SQLite", "PostgreSQL", "Executors"]),
        .target(name: "ScreensHTTP", dependencies: ["Screens", "Pantograph", "Executors", "CCurl"]),
        .executableTarget(
            name: "pantograph",
            dependencies: [
                "Pantograph", "PantographServer", "PantographStores", "Screens", "ScreensDatabases", "ScreensHTTP",
            ]),
        .executableTarget(
            name: "BareEcho", dependencies: ["CLibwebsockets", "CLibuv"], path: "Sources/Benchmarks/BareEcho",
            cSettings: cSettings),
        .executableTarget(
            name: "CoreBenchmark", dependencies: ["Pantograph", "PantographTesting", "Screens"],
            path: "Sources/Benchmarks/CoreBenchmark"),
        .target(
            name: "WebSocketClient", path: "Sources/Benchmarks/WebSocketClient", publicHeadersPath: ".",
            cSettings: cSettings),
        .executableTarget(
            name: "LoadGenerator", dependencies: ["WebSocketClient"], path: "Sources/Benchmarks/LoadGenerator",
            cSettings: cSettings),
        .executableTarget(
            name: "ReturningCrowd", dependencies: ["WebSocketClient"], path: "Sources/Benchmarks/ReturningCrowd",
            cSettings: cSettings),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "PantographTests", dependencies: ["Pantograph", "PantographServer", "PantographTesting"]),
        .testTarget(
            name: "ScreensTests", dependencies: ["Screens", "Pantograph", "PantographTesting", "Executors", "CSodium"]),
        .testTarget(
            name: "PantographStoresTests", dependencies: ["PantographStores", "Pantograph", "SQLite", "TestSupport"]),
        .testTarget(name: "ScreensHTTPTests", dependencies: ["ScreensHTTP", "Screens"]),
        .testTarget(
            name: "DatabaseTests",
            dependencies: [
                "ScreensDatabases", "Screens", "SQLite", "PostgreSQL", "Executors", "CSodium", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.cSettings == nil {
    target.swiftSettings = settings
}
