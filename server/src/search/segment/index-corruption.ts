import { IndexDamaged } from './bytes.ts'
import { type LayerReader, openLayer } from './segment-reader.ts'

/** What the system is short of for a moment says nothing of a file. */
const passing = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY'])

/** Damage, and the file it was met in: what that held is made anew, and nothing else. */
export class FileDamaged extends IndexDamaged {
  readonly file: string
  constructor(file: string, message: string, cause: unknown) {
    super(message, { cause })
    this.file = file
  }
}

function named(file: string, error: unknown): unknown {
  if (!(error instanceof IndexDamaged) || error instanceof FileDamaged) return error
  const { cause } = error
  const isPassing = cause instanceof Error && 'code' in cause && passing.has(String(cause.code))
  return isPassing ? cause : new FileDamaged(file, error.message, error)
}

/** What `act` answers. @throws FileDamaged where it meets damage, and what the system said where that may pass */
export function inFile<Result>(file: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw named(file, error)
  }
}

/** As `openLayer`; damage is told with the file. @throws FileDamaged */
export function openNamedLayer(file: string): LayerReader {
  const layer = inFile(file, () => openLayer(file))
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
    ...layer,
    candidates: told((term) => {
      const found = layer.candidates(term)
      return {
        size: found.size,
        inSegment: told((segment) => found.inSegment(segment)),
        of: told((docs) => found.of(docs)),
        few: told(() => found.few()),
      }
    }),
    record: told((doc) => layer.record(doc)),
    longText: told((doc) => layer.longText(doc)),
    rank: told((doc) => layer.rank(doc)),
    foundedOn: told((doc) => layer.foundedOn(doc)),
    capital: told((doc) => layer.capital(doc)),
  }
}
