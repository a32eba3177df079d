/** How many hues the tokens hold (`--ph-1` … `--ph-10`). */
export const PLACEHOLDER_HUES = 10

/** A function that draws a hue for a company id the first time and gives the same one ever after. */
export function createPlaceholderColours(random: () => number) {
  const drawn = new Map<string, number>()
  return (companyId: string): string => {
    const hue = drawn.get(companyId) ?? 1 + Math.floor(random() * PLACEHOLDER_HUES)
    drawn.set(companyId, hue)
    return `var(--ph-${hue})`
  }
}

/** The visit's own draw: lives as long as the page is open. */
export const placeholderColour = createPlaceholderColours(Math.random)

const nothingToDraw = /[^\p{L}\p{N}]/gu

/** The up to four characters that stand for a company without a logo. Brackets, spaces and marks do not count. */
export function placeholderCharacters(name: string): string[] {
  const drawable = name.replace(nothingToDraw, '')
  return Array.from(drawable === '' ? name.trim() : drawable).slice(0, 4)
}
