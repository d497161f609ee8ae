/// What became of a value that the client sent.
enum FieldAcceptance {
    case taken, wrongType, tooLong
}
