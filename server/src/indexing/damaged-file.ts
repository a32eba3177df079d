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
  const byDoc =
    <Value>(read: (doc: number) => Value) =>
    (doc: number): Value => {
      try {
        return read(doc)
      } catch (error) {
        throw named(file, error)
      }
    }
  return {
    ...layer,
    candidates: (term) => {
      const { size, inSegment } = inFile(file, () => layer.candidates(term))
      return { size, inSegment: byDoc(inSegment) }
    },
    record: byDoc(layer.record),
    longText: byDoc(layer.longText),
    rank: byDoc(layer.rank),
    foundedOn: byDoc(layer.foundedOn),
    capital: byDoc(layer.capital),
  }
}
