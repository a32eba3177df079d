import { isUtf8 } from 'node:buffer'

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

type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'GB18030'

const NEWLINE = 0x0a
const isAscii = (bytes: Buffer) => bytes.every((byte) => byte < 0x80)

/** Share of zero bytes at even or odd places from which a file without a mark is UTF-16. */
const ZEROS = 0.3

function utf16Of(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE'
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE'
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, head.length / 2))
  if (odd > ZEROS && even < ZEROS / 10) return 'UTF-16LE'
  return even > ZEROS && odd < ZEROS / 10 ? 'UTF-16BE' : null
}

/** Whether more of the lines with other than ASCII characters are GB18030 than UTF-8. The last line may be cut. */
function isGb18030(head: Buffer): boolean {
  const decoder = new TextDecoder('gb18030')
  let [utf8, gb18030] = [0, 0]
  for (let start = 0; start < head.length; ) {
    const end = head.indexOf(NEWLINE, start)
    const line = head.subarray(start, end === -1 ? head.length : end)
    start += line.length + 1
    if (isAscii(line)) continue
    if (isUtf8(line)) utf8 += 1
    else if (!decoder.decode(line).slice(0, -1).includes('\uFFFD')) gb18030 += 1
  }
  return gb18030 > utf8
}

const encodingOf = (head: Buffer): TextEncoding => utf16Of(head) ?? (isGb18030(head) ? 'GB18030' : 'UTF-8')

async function* decode(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding.toLowerCase())
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** Detects the encoding by the beginning of the file, and returns its bytes as UTF-8. */
export async function asUtf8(
  chunks: AsyncIterable<Buffer>,
): Promise<{ chunks: AsyncIterable<Buffer>; encoding: TextEncoding }> {
  const { head, all } = await beginning(chunks)
  const encoding = encodingOf(head)
  return { encoding, chunks: encoding === 'UTF-8' ? all : decode(all, encoding) }
}
