import Pantograph

/// How records lie in Redis, and the scripts that change them there.
///
/// A record is one string: its version in 19 digits, then the value. A record of 300 bytes takes 560 bytes of Redis'
/// memory so, as a hash with two fields 700, and one command sets it together with its end.
enum RecordScript {
    static let prefix = "pantograph:"

    /// Versions are compared as texts of equal width, because Lua's numbers are exact up to 2^53 only.
    static let commit = """
        for i, key in ipairs(KEYS) do
            local version = redis.call('GETRANGE', key, 0, 18)
            if version == '' then version = '0000000000000000000' end
            local limit = ARGV[4 * i - 2]
            if ARGV[4 * i - 3] == '=' then
                if version ~= limit then return 0 end
            elseif version > limit then
                return 0
            end
        end
        for i, key in ipairs(KEYS) do
            if ARGV[4 * i] == '0' then
                redis.call('DEL', key)
            else
                redis.call('SET', key, ARGV[4 * i - 1], 'PX', ARGV[4 * i])
            end
        end
        return 1
        """

    /// Gives a record, if there is one, a name that nothing has yet, and no end.
    static let setAside = """
        local name, count = KEYS[2], 1
        while redis.call('EXISTS', KEYS[1]) == 1 and redis.call('RENAMENX', KEYS[1], name) == 0 do
            count = count + 1
            name = KEYS[2] .. '-' .. count
        end
        redis.call('PERSIST', name)
        """

    /// One transaction. The ends are sent as what is left until then, so that Redis' clock need not agree with ours.
    static func commit(_ changes: [RecordChange], digest: String, now: Instant) -> RedisCommand {
        var command = RedisCommand(count: 3 + 5 * changes.count)
        command.append("EVALSHA")
        command.append(digest)
        command.append("\(changes.count)")
        for change in changes { command.append(prefix + change.key) }
        for change in changes {
            switch change.condition {
            case .exactly(let version):
                command.append("=")
                command.append(digits(version))
            case .atMost(let version):
                // No record has a version below 0, and texts with a sign would be ordered otherwise than numbers.
                command.append(version < 0 ? "=" : "<")
                command.append(digits(version))
            }
            command.append(prefix: digits(change.version), change.value)
            // Redis refuses ends beyond its calendar; the limit is some ten thousand years.
            let left = now.duration(to: change.end).milliseconds
            command.append("\(min(max(left, 0), 1 << 48))")
        }
        return command
    }

    /// Nil if the bytes are no record.
    static func record(_ bytes: [UInt8]) -> Record? {
        guard bytes.count >= width, let version = Int(String(decoding: bytes[..<width], as: UTF8.self)) else {
            return nil
        }
        return Record(version: version, value: Array(bytes[width...]))
    }

    /// As many digits as the greatest version has.
    private static let width = 19

    private static func digits(_ version: Int) -> String {
        let digits = String(version)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
