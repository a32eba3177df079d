/** Number of hues in tokens.css (`--ph-1` … `--ph-10`). */
export const PLACEHOLDER_HUES = 10

/** Returns a function that draws a random hue per company id and returns the same hue from then on. */
export function createPlaceholderColours(random: () => number) {
  const drawn = new Map<string, number>()
  return (companyId: string): string => {
    const hue = drawn.get(companyId) ?? 1 + Math.floor(random() * PLACEHOLDER_HUES)
    drawn.set(companyId, hue)
    return `var(--ph-${hue})`
  }
}

/** Hues of this page load. */
export const placeholderColour = createPlaceholderColours(Math.random)

const nothingToDraw = /[^\p{L}\p{N}]/gu

/** Up to four characters of the name. Brackets, spaces and punctuation do not count. */
export function placeholderCharacters(name: string): string[] {
  const drawable = name.replace(nothingToDraw, '')
  return Array.from(drawable === '' ? name.trim() : drawable).slice(0, 4)
}
