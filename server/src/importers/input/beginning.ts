/** Bytes by which encoding and format are detected. */
const LENGTH = 64 * 1024

/** Reads the first bytes. `all` yields every byte, these included. */
export async function beginning(chunks: AsyncIterable<Buffer>): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let read = Buffer.alloc(0)
  let isEnd = false
  while (read.length < LENGTH && !isEnd) {
    const next = await iterator.next()
    if (next.done === true) isEnd = true
    else read = Buffer.concat([read, next.value])
  }
  const all = async function* () {
    try {
      if (read.length > 0) yield read
      read = Buffer.alloc(0)
      if (!isEnd)
        for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head: read.subarray(0, LENGTH), all: all() }
}
