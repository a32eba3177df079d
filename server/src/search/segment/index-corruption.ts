import { IndexCorrupted } from './bytes.ts'
import { openSegment, type SegmentReader } from './segment-reader.ts'

/** What the system is short of for a moment says nothing of a file. */
const passing = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY'])

/** Damage, and the file it was met in: what that held is made anew, and nothing else. */
export class FileCorrupted extends IndexCorrupted {
  readonly file: string
  constructor(file: string, message: string, cause: unknown) {
    super(message, { cause })
    this.file = file
  }
}

function named(file: string, error: unknown): unknown {
  if (!(error instanceof IndexCorrupted) || error instanceof FileCorrupted) return error
  const { cause } = error
  const isPassing = cause instanceof Error && 'code' in cause && passing.has(String(cause.code))
  return isPassing ? cause : new FileCorrupted(file, error.message, error)
}

/** What `act` answers. @throws FileCorrupted where it meets damage, and what the system said where that may pass */
export function withFileContext<Result>(file: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw named(file, error)
  }
}

/** As `openSegment`; damage is told with the file. @throws FileCorrupted */
export function openNamedSegment(file: string): SegmentReader {
  const segment = withFileContext(file, () => openSegment(file))
  const told =
    <Asked extends readonly unknown[], Value>(read: (...asked: Asked) => Value) =>
    (...asked: Asked): Value => {
      try {
        return read(...asked)
      } catch (error) {
        throw named(file, error)
      }
    }
  return {
    ...segment,
    candidates: told((term) => {
      const found = segment.candidates(term)
      return {
        size: found.size,
        inContainer: told((container) => found.inContainer(container)),
        of: told((docs) => found.of(docs)),
        few: told(() => found.few()),
      }
    }),
    record: told((doc) => segment.record(doc)),
    longText: told((doc) => segment.longText(doc)),
    rank: told((doc) => segment.rank(doc)),
    foundedOn: told((doc) => segment.foundedOn(doc)),
    capital: told((doc) => segment.capital(doc)),
  }
}
