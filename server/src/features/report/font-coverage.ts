const GROUP_BYTES = 12

/** Offset of a table of a TrueType font. @throws Error when the font lacks it */
function tableOffset(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4)
  for (let at = 12; at < 12 + tables * 16; at += 16) {
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  }
  throw new Error(`The font has no table ${tag}`)
}

/** Whether a TrueType font has a glyph of its own for a code point, by its character map of format 12. */
export function fontCoverage(font: Buffer): (codePoint: number) => boolean {
  const map = tableOffset(font, 'cmap')
  const subtables = Array.from(
    { length: font.readUInt16BE(map + 2) },
    (_, at) => map + font.readUInt32BE(map + 8 + at * 8),
  )
  const whole = subtables.find((offset) => font.readUInt16BE(offset) === 12)
  if (whole === undefined) throw new Error('The font has no character map of format 12')
  const covered = new Set<number>()
  for (let group = 0; group < font.readUInt32BE(whole + 12); group += 1) {
    const at = whole + 16 + group * GROUP_BYTES
    for (let code = font.readUInt32BE(at); code <= font.readUInt32BE(at + 4); code += 1) covered.add(code)
  }
  return (codePoint) => covered.has(codePoint)
}
