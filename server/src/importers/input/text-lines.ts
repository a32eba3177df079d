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

/** A line without its line end, numbered from 1. `text` is null when the line cannot be decoded. */
export type TextLine =
  | { number: number; text: string; problem?: undefined }
  | { number: number; text: null; problem: string }

/** Longer lines are rejected; valid records are far below. */
export const LINE_LIMIT = 1024 * 1024

const NEWLINE = 0x0a
const RETURN = 0x0d
/** Bytes at the start of a file by which its line ends are detected. */
const LOOKED_AT = 64 * 1024
const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const notUtf8 = '不是 UTF-8 编码（可能是 GBK），请转换后再导入'
const tooLong = `一行超过 ${LINE_LIMIT} 字节`

const withoutReturn = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text)

function decodeLine(bytes: Buffer, number: number): TextLine {
  if (bytes.length > LINE_LIMIT) return { number, text: null, problem: tooLong }
  if (!isUtf8(bytes)) return { number, text: null, problem: notUtf8 }
  return { number, text: withoutReturn(bytes.toString()) }
}

/** Decodes a block at once when it is well formed, else line by line. */
function decodeBlock(block: Buffer, firstNumber: number): TextLine[] {
  if (isUtf8(block) && block.length <= LINE_LIMIT) {
    return block
      .toString()
      .split('\n')
      .map((text, at) => ({ number: firstNumber + at, text: withoutReturn(text) }))
  }
  const lines: TextLine[] = []
  let start = 0
  for (let end = block.indexOf(NEWLINE); start <= block.length; end = block.indexOf(NEWLINE, start)) {
    const stop = end === -1 ? block.length : end
    lines.push(decodeLine(block.subarray(start, stop), firstNumber + lines.length))
    start = stop + 1
  }
  return lines
}

const withoutMark = (bytes: Buffer) => (bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes)

function withNewlines(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (let at = changed.indexOf(RETURN); at !== -1; at = changed.indexOf(RETURN, at + 1)) changed[at] = NEWLINE
  return changed
}

/** Drops the byte order mark. Replaces \r by \n when the start of the file has only \r. */
async function* normalised(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  let onlyReturns = false
  const start = (bytes: Buffer) => {
    const looked = bytes.subarray(0, LOOKED_AT)
    onlyReturns = looked.includes(RETURN) && !looked.includes(NEWLINE)
    return withoutMark(bytes)
  }
  for await (const chunk of chunks) {
    let bytes: Buffer = chunk
    if (head !== null) {
      head = Buffer.concat([head, chunk])
      if (head.length < LOOKED_AT && !head.includes(NEWLINE)) continue
      bytes = start(head)
      head = null
    }
    yield onlyReturns ? withNewlines(bytes) : bytes
  }
  if (head === null || head.length === 0) return
  const rest = start(head)
  yield onlyReturns ? withNewlines(rest) : rest
}

/**
 * Splits bytes into lines and yields some thousand at a time. Buffers at most one block and one line of LINE_LIMIT,
 * however long a line is. Lines end with \n or \r\n, or with \r when the start of the file has only \r.
 */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  let buffered = Buffer.alloc(0)
  let number = 1
  /** Whether the current line is too long; the rest of it is skipped. */
  let skipping = false
  for await (const chunk of normalised(chunks)) {
    let bytes: Buffer = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    if (skipping) {
      const end = bytes.indexOf(NEWLINE)
      if (end === -1) continue
      yield [{ number, text: null, problem: tooLong }]
      number += 1
      skipping = false
      bytes = bytes.subarray(end + 1)
    }
    const lastEnd = bytes.lastIndexOf(NEWLINE)
    if (lastEnd !== -1) {
      const lines = decodeBlock(bytes.subarray(0, lastEnd), number)
      number += lines.length
      yield lines
    }
    buffered = Buffer.from(bytes.subarray(lastEnd + 1))
    if (buffered.length > LINE_LIMIT) {
      buffered = Buffer.alloc(0)
      skipping = true
    }
  }
  if (skipping) yield [{ number, text: null, problem: tooLong }]
  else if (buffered.length > 0) yield [decodeLine(buffered, number)]
}
