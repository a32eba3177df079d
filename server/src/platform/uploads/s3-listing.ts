import * as z from 'zod/mini'

export type S3Listing = {
  objects: { key: string; writtenAt: number }[]
  /** Token of the next page; null: this is the last one. */
  next: string | null
}

const listingSchema = z.object({
  objects: z.array(z.object({ key: z.string().check(z.minLength(1)), writtenAt: z.int() })),
  next: z.nullable(z.string().check(z.minLength(1))),
})

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i

function characterOf(entity: string): string {
  const [, hexadecimal, decimal] = numeric.exec(entity) ?? []
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  const character = code <= 0x10_ffff ? String.fromCodePoint(code) : entities.get(entity)
  if (character === undefined) throw new Error('the listing contains an unknown entity')
  return character
}

const textOf = (content: string) => content.replaceAll(/&([^;&]{0,12});/g, (_, entity: string) => characterOf(entity))

/** Text between the first `start` and the `end` after it; null: none. Searches by index: its time grows with the length only. */
function between(text: string, start: string, end: string): string | null {
  const from = text.indexOf(start)
  const to = from < 0 ? -1 : text.indexOf(end, from + start.length)
  return to < 0 ? null : text.slice(from + start.length, to)
}

/** Text of the first element of this name in `xml`; null: none. */
function elementOf(xml: string, name: string): string | null {
  const content = between(xml, `<${name}>`, '<')
  return content === null ? null : textOf(content)
}

/** Code of an error of S3, such as `NoSuchKey`; null: the answer is no error of S3. */
export const errorCodeOf = (xml: string): string | null => /<Code>(\w{1,60})<\/Code>/.exec(xml)?.[1] ?? null

/**
 * Reads the answer of ListObjectsV2. It has a fixed shape, flat and without attributes in the elements that are read, and
 * no document type, so that a parser of all of XML, with its entities and its memory, is not needed.
 * @throws Error for any other text
 */
export function parseS3Listing(xml: string): S3Listing {
  if (xml.includes('<!')) throw new Error('the listing declares a document type')
  const root = between(xml, '<ListBucketResult', '</ListBucketResult>')
  if (root === null) throw new Error('the answer is no listing')
  const contents = root.split('</Contents>').slice(0, -1)
  const isTruncated = elementOf(root, 'IsTruncated') === 'true'
  return z.parse(listingSchema, {
    objects: contents.map((content) => ({
      key: elementOf(content, 'Key'),
      writtenAt: Date.parse(elementOf(content, 'LastModified') ?? ''),
    })),
    next: isTruncated ? (elementOf(root, 'NextContinuationToken') ?? '') : null,
  })
}
