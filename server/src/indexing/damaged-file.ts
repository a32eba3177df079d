import { IndexDamaged } from './bytes.ts'
import { type LayerReader, openLayer } from './layer-reader.ts'

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
  const byNumber =
    <Value>(read: (number: number) => Value) =>
    (number: number): Value => {
      try {
        return read(number)
      } catch (error) {
        throw named(file, error)
      }
    }
  return {
    ...layer,
    candidates: (term) => {
      const found = inFile(file, () => layer.candidates(term))
      return { size: found.size, inSegment: byNumber((segment) => found.inSegment(segment)) }
    },
    record: byNumber((doc) => layer.record(doc)),
    longText: byNumber((doc) => layer.longText(doc)),
    rank: byNumber((doc) => layer.rank(doc)),
    foundedOn: byNumber((doc) => layer.foundedOn(doc)),
    capital: byNumber((doc) => layer.capital(doc)),
  }
}
