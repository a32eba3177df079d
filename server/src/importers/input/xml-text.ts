/** Reads the XML of a workbook without a document type: no entity but the five of XML is known, and none is loaded. */

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
/** How Excel writes characters that XML cannot have (ECMA-376, ST_Xstring). */
const escaped = /_x([\dA-F]{4})_/g

export function decodeXml(text: string): string {
  const decoded = text.includes('&')
    ? text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
        if (name !== undefined) return named.get(name.toLowerCase()) ?? whole
        const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text
  return decoded.includes('_x')
    ? decoded.replace(escaped, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : decoded
}

/** The value of an attribute, as in ` r="B3" t="s"`; undefined for none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decodeXml(value)
}

/** The attributes of each element of a name, whatever its namespace prefix. */
export const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}((?:\\s[^<>]*)?)>`, 'g'))].map(([, attributes = '']) => attributes)

const textElement = /<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)/g
const phonetic = /<(?:\w+:)?rPh\b[^<>]*>(?:[^<]|<\/?(?:\w+:)?t\b[^<>]*>)*<\/(?:\w+:)?rPh>/g

/** The text of a string item: its runs, without the phonetic readings of East Asian texts. */
export function textOfItem(xml: string): string {
  let text = ''
  for (const [, part = ''] of (xml.includes('rPh') ? xml.replace(phonetic, '') : xml).matchAll(textElement))
    text += part
  return decodeXml(text)
}

export type XmlElement = { attributes: string /** null: longer than the limit, and skipped. */; content: string | null }

/**
 * Yields the elements of a name in batches, whatever their namespace prefix, and buffers one element at most. Elements of the
 * name must not be nested.
 */
export async function* xmlElements(
  chunks: AsyncIterable<Buffer>,
  name: string,
  limit: number,
): AsyncGenerator<XmlElement[]> {
  const decoder = new TextDecoder()
  const open = new RegExp(`<(?:\\w+:)?${name}((?:\\s[^<>]*)?)>`, 'g')
  const close = new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g')
  /** Characters of a closing tag that a chunk may cut. */
  const longestTag = 64
  let buffered = ''
  let skipped: string | null = null
  for await (const chunk of chunks) {
    buffered += decoder.decode(chunk, { stream: true })
    const elements: XmlElement[] = []
    let at = 0
    for (;;) {
      let attributes: string | null = skipped
      if (attributes === null) {
        open.lastIndex = at
        const start = open.exec(buffered)
        if (start === null) {
          const cut = buffered.lastIndexOf('<')
          at = Math.max(at, cut === -1 || buffered.length - cut > limit ? buffered.length : cut)
          break
        }
        attributes = start[1] ?? ''
        at = start.index
        if (attributes.endsWith('/')) {
          elements.push({ attributes, content: '' })
          at = open.lastIndex
          continue
        }
        close.lastIndex = open.lastIndex
      } else close.lastIndex = at
      const end = close.exec(buffered)
      if (end === null) {
        if (skipped !== null) at = Math.max(at, buffered.length - longestTag)
        else if (buffered.length - at > limit) {
          skipped = attributes
          at = buffered.length - longestTag
        }
        break
      }
      const content = skipped === null ? buffered.slice(open.lastIndex, end.index) : null
      elements.push({ attributes, content: content !== null && content.length > limit ? null : content })
      skipped = null
      at = close.lastIndex
    }
    buffered = buffered.slice(at)
    if (elements.length > 0) yield elements
  }
}
