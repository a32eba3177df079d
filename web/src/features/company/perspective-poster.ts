import type { CompanyPerspective } from '@baiqicha/contract/company-perspective'
import type { OfficialChecks } from '@baiqicha/contract/official-check'
import { checkedCount } from '../../domain/official-check/check-progress.tsx'
import type { PosterPerspective } from '../../domain/share/poster-content.ts'

/** Facts whose sentences name persons. A poster leaves the app, so it has none of them. */
const personal = ['management', 'representativeChange']

/** 2 / 6，有 1 处; null: the user has checked no site. */
function checkedText(sites: OfficialChecks['sites']): string | null {
  const done = checkedCount(sites)
  const found = sites.filter(({ result }) => result === 'found').length
  if (done === 0) return null
  return `已核查 ${done} / ${sites.length} 个官方网站，${found === 0 ? '均无' : `有 ${found} 处`}`
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
