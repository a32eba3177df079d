import { localNameOf, wholeShortName } from './brief-name.ts'
import { listedShortCore, tradeName } from './trade-name.ts'

/** Number of characters that a placeholder logo has room for. */
const LOGO_CHARACTERS = 4

const undrawable = /[^\p{L}\p{N}]/gu

/** Short name of a stock without the additions of the exchange, when it fits. It is what people call the company. */
function listedLogo(shortName: string): string | null {
  const core = listedShortCore(shortName.toLowerCase())
  return /^\p{Script=Han}{2,4}$/u.test(core) ? core : null
}

/** Letters and digits before a word that does not fit behind them: TCL of TCL科技. */
const latinBrand = /^[a-z\d]{2,3}(?=\p{Script=Han})/iu

/**
 * Characters of a placeholder logo: the short name of a stock, or up to four characters of the name, from the trade name
 * (字号) on, without region and legal form. A trade name of three characters stands alone, because one more character
 * would cut the next word.
 */
export function logoText({ name, shortName }: { name: string; shortName: string | null }, regionName: string | null) {
  const plain = wholeShortName(shortName)
  const listed = plain === null ? null : listedLogo(plain)
  if (listed !== null) return listed
  const local = localNameOf(name, regionName).replace(undrawable, '')
  const [latin] = latinBrand.exec(local) ?? []
  // A word of Han has two characters.
  if (latin !== undefined && latin.length + 2 > LOGO_CHARACTERS) return latin
  const brand = tradeName(local)
  const shown = brand.length === LOGO_CHARACTERS - 1 && /^\p{Script=Han}+$/u.test(brand) ? brand : local
  return Array.from(shown === '' ? name.trim() : shown)
    .slice(0, LOGO_CHARACTERS)
    .join('')
}
