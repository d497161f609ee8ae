import Screens
import Testing

/// A page in another language is the same page: names, attributes and order; only what people read differs.
@Suite struct TranslationSpecs {
    private static let translations = Texts.tags.filter { $0 != "en" }

    @Test(arguments: try Page.names(), translations)
    func `a translation differs from its page in texts only`(name: String, tag: String) throws {
        let structure = try Page(name).structure

        #expect(try Page(name, in: tag).structure == structure)
        #expect(structure.count > 20)
    }

    @Test(arguments: try Page.names(), Texts.tags)
    func `a page tells its language`(name: String, tag: String) throws {
        #expect(try Page(name, in: tag).html.contains("<html lang=\"\(tag)\">"))
    }

    @Test(arguments: try Page.names(), translations)
    func `no text is left in English`(name: String, tag: String) throws {
        let sameInAll: Set = ["Pantograph", "OK", "https://"]
        let english = Set(try Page(name).texts)

        #expect(english.intersection(try Page(name, in: tag).texts).subtracting(sameInAll) == [])
    }

    @Test(arguments: Texts.tags)
    func `what pages share is worded alike`(tag: String) throws {
        let screens = try Page.names().filter { $0 != "index" }
        let shells = try screens.map { try Page($0, in: tag).html.replacing(/<(title|main)[\s\S]*?<\/\1>/, with: "") }

        #expect(Set(shells).count == 1)
    }
}
