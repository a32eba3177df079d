import { IndexDamaged } from './bytes.ts'
import { type LayerReader, openLayer } from './layer-reader.ts'

/** Damage, and the file it was met in: what that held is made anew, and nothing else. */
export class FileDamaged extends IndexDamaged {
  readonly file: string
  constructor(file: string, message: string, cause: unknown) {
    super(message, { cause })
    this.file = file
  }
}

const named = (file: string, error: unknown) =>
  error instanceof IndexDamaged ? new FileDamaged(file, error.message, error) : error

/** What `act` answers. @throws FileDamaged where it meets damage */
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
