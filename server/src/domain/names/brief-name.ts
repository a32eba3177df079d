import { coreName } from './company-name.ts'
import { localName } from './local-name.ts'

/** Marks that an exchange puts before a short name on one day; the name behind them is cut: XD宁夏建 is 宁夏建材. */
const dayMark = /^(?:XD|XR|DR)(?=\p{Script=Han})/u

/** Short name of a stock without spaces and in half width; null: none, or cut by the mark of a day. */
export function wholeShortName(shortName: string | null): string | null {
  const plain = shortName?.normalize('NFKC').replace(/\s/g, '') ?? ''
  return plain === '' || dayMark.test(plain) ? null : plain
}

/** The name of a company without region and legal form; brackets in half width. */
export const localNameOf = (name: string, regionName: string | null) =>
  localName(coreName(name.trim().replaceAll('（', '(').replaceAll('）', ')')), regionName)

/** What people call a company: the short name of its stock, else its name without region and legal form. */
export function companyBriefName(
  { name, shortName }: { name: string; shortName: string | null },
  regionName: string | null,
): string {
  const local = localNameOf(name, regionName).replaceAll('(', '（').replaceAll(')', '）')
  return wholeShortName(shortName) ?? (local === '' ? name : local)
}
