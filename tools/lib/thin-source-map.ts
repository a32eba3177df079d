const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The numbers of a segment, which are Base64 VLQ. */
function decodeSegment(segment: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const digit of segment) {
    const bits = digits.indexOf(digit)
    value |= (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = shift = 0
  }
  return numbers
}

function encodeSegment(numbers: readonly number[]): string {
  let text = ''
  for (const number of numbers) {
    let rest = number < 0 ? (-number << 1) | 1 : number << 1
    do {
      text += digits[(rest & 31) | (rest > 31 ? 32 : 0)]
      rest >>>= 5
    } while (rest > 0)
  }
  return text
}

/**
 * Reduces the mappings of a source map to the first of each line, without names: a stack trace then states the right file
 * and line. Node keeps each mapping of a file that was in a stack as a list of its own, a hundred bytes.
 */
export function thinMappings(mappings: string): string {
  // Source, line and column are relative to the mapping before, also in another line; the generated column is not.
  let at: readonly number[] = [0, 0, 0]
  let written = at
  const thinLine = (line: string) => {
    let thinned = ''
    for (const segment of line.split(',')) {
      const [column = 0, ...moved] = decodeSegment(segment)
      if (moved.length < at.length) continue
      at = at.map((was, index) => was + (moved[index] ?? 0))
      if (thinned !== '') continue
      thinned = encodeSegment([column, ...at.map((now, index) => now - (written[index] ?? 0))])
      written = at
    }
    return thinned
  }
  return mappings.split(';').map(thinLine).join(';')
}
