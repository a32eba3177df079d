import { LRUCache } from 'lru-cache'

export type KeepLongNeeds<T> = {
  /** What was read, counted. */
  sizeOf: (value: T) => number
  /** From this size on a result is kept. */
  longFrom: number
  /** The size of all that is kept; what was not asked for longest goes first. */
  capacity: number
}

/**
 * Keeps what took long to read, for as long as it is asked for by the same key; what did not is read each time. Several who
 * ask for the same at once wait for one reading.
 */
export function keepLong<T extends object>({ sizeOf, longFrom, capacity }: KeepLongNeeds<T>) {
  const kept = new LRUCache<string, T>({ maxSize: capacity, sizeCalculation: sizeOf })
  const reading = new Map<string, Promise<T>>()

  async function readFor(key: string, read: () => Promise<T>): Promise<T> {
    try {
      const value = await read()
      if (sizeOf(value) >= longFrom) kept.set(key, value)
      return value
    } finally {
      reading.delete(key)
    }
  }

  return async (key: string, read: () => Promise<T>): Promise<T> => {
    const known = kept.get(key) ?? reading.get(key)
    if (known !== undefined) return known
    const begun = readFor(key, read)
    reading.set(key, begun)
    return begun
  }
}
