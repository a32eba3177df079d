const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const [QUOTE, BACKSLASH, NEWLINE, RETURN] = [0x22, 0x5c, 0x0a, 0x0d]
/** Start of a file that is one list, or one object whose first value is a list. */
const listStart = /^\uFEFF?\s*(?:\{\s*"\w+"\s*:\s*)?\[/
/** Bytes by which the start is recognised. */
const HEAD = 1024

/**
 * Yields the objects of the first list of a JSON file as lines, whatever its line ends. Yields any other file as it is.
 * Memory is bounded by the size of a chunk.
 */
export async function* elementsAsLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let read: ((chunk: Buffer) => Buffer) | null = null
  for await (const chunk of chunks) {
    if (read !== null) yield read(chunk)
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD) continue
      read = readerOf(head)
      yield read(head)
    }
  }
  if (read === null && head.length > 0) yield readerOf(head)(head)
}

/** Reads the first chunk, whose start decides, and those after it. */
function readerOf(head: Buffer): (chunk: Buffer) => Buffer {
  const [start] = listStart.exec(head.subarray(0, HEAD).toString()) ?? []
  if (start === undefined) return (chunk) => chunk
  const lines = createLines()
  return (chunk) => lines(chunk === head ? chunk.subarray(Buffer.byteLength(start)) : chunk)
}

function createLines(): (chunk: Buffer) => Buffer {
  let depth = 0
  let inText = false
  let isEscaped = false
  let isOver = false
  return (chunk) => {
    // An element ends with a line end in the place of its comma.
    const out = Buffer.allocUnsafe(chunk.length + 1)
    let length = 0
    for (const byte of chunk) {
      if (isOver) break
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) inText = false
      } else if (byte === QUOTE) inText = true
      else if (byte === OPEN || byte === OPEN_LIST) depth += 1
      else if (byte === CLOSE_LIST && depth === 0) isOver = true
      else if (byte === CLOSE || byte === CLOSE_LIST) {
        depth -= 1
        if (depth > 0) out[length++] = byte
        else {
          out[length++] = byte
          out[length++] = NEWLINE
        }
        continue
      } else if (byte === NEWLINE || byte === RETURN) continue
      if (depth > 0) out[length++] = byte
    }
    return out.subarray(0, length)
  }
}
