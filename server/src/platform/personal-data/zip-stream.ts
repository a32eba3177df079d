import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type ZipEntry = {
  name: string
  /** Bytes that are compressed already are stored as they are. */
  isCompressed: boolean
  /** null: the entry is left out. */
  read: () => Promise<Uint8Array | null>
}

/** A zip archive, chunk by chunk. At most one entry is in memory. */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  const takeChunks = () => {
    const taken = chunks
    chunks = []
    return taken
  }
  for (const { name, isCompressed, read } of entries) {
    const bytes = await read()
    if (bytes === null) continue
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    file.push(bytes, true)
    yield* takeChunks()
  }
  zip.end()
  yield* takeChunks()
}
