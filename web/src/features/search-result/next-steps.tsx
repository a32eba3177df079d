import type { SearchHit } from '@baiqicha/contract/company-summary'
import { companyPath } from '../../domain/company/company-path.ts'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { useFilterOptionsQuery } from '../../platform/search/use-filter-options-query.ts'
import { InclusionButton } from './inclusion-button.tsx'
import { neighbourSearches } from './neighbour-searches.ts'
import styles from './next-steps.module.css'

/** A result of at most this number of companies leaves room for next steps. */
export const FEW_HITS = 3

/** Below a result of few companies: searches related to the only one, and 申请收录 for another one. */
export function NextSteps({ hits, keyword }: { hits: readonly SearchHit[]; keyword: string }) {
  const [only, ...others] = hits
  return (
    <section className={styles.steps} aria-label="相关查询">
      {only !== undefined && others.length === 0 && <Related company={only} />}
      <div className={styles.inclusion}>
        <p>未找到目标企业？</p>
        <InclusionButton key={keyword} keyword={keyword} tone="line" size="sm" />
      </div>
    </section>
  )
}

function Related({ company }: { company: SearchHit }) {
  const { data: options } = useFilterOptionsQuery()
  const searches = options === undefined ? [] : neighbourSearches(company, options)
  return (
    <>
      <SettingCell trackId="next-step" icon="shield" label="企业风险" to={companyPath(company.id, 'legalRisk')} />
      {searches.map(({ icon, label, name, path }) => (
        <SettingCell trackId="next-step" key={label} icon={icon} label={label} value={name} to={path} />
      ))}
    </>
  )
}
