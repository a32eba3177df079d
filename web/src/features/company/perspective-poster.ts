import type { CompanyPerspective } from '@baiqicha/contract/company-perspective'
import type { CheckResult, OfficialChecks } from '@baiqicha/contract/official-check'
import { lastCheckedOn } from '../../domain/official-check/check-progress.tsx'
import type { PosterPerspective } from '../../domain/share/poster-content.ts'

/** Facts whose sentences name persons. A poster leaves the app, so it has none of them. */
const personal = ['management', 'representativeChange']

/** What the user marked, site by site; null: no site. Sites without a mark are named as such: nothing is said of them. */
function checkedText(sites: OfficialChecks['sites']): string | null {
  const counted = (wanted: CheckResult | null) => sites.filter(({ result }) => result === wanted).length
  const day = lastCheckedOn(sites)
  if (day === null) return null
  const parts = [
    ['有记录', counted('found')],
    ['未见记录', counted('none')],
    ['未核查', counted(null)],
  ] as const
  const texts = parts.flatMap(([label, count]) => (count === 0 ? [] : [`${label} ${count} 个`]))
  return `${sites.length} 个官方网站：${texts.join('，')}（最近 ${day}）`
}

/** What the poster of a perspective shows. */
export function posterPerspectiveOf(
  title: string,
  { rows }: CompanyPerspective,
  sites: OfficialChecks['sites'],
): PosterPerspective {
  return {
    title,
    statements: rows.flatMap(({ fact, label, sentence, sources: [source] }) =>
      source === undefined || personal.includes(fact)
        ? []
        : [{ label, text: sentence.map(({ text }) => text).join(''), source }],
    ),
    checked: checkedText(sites),
  }
}
