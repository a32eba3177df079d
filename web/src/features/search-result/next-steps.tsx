import type { SearchHit } from '@baiqicha/contract/company-summary'
import { companyPath } from '../../domain/company-path.ts'
import { SettingCell } from '../../domain/setting-cell.tsx'
import { neighbourSearches } from './neighbour-searches.ts'
import styles from './next-steps.module.css'
import { useFilterOptionsQuery } from './result-queries.ts'

/** Below a result of one company: its risks, and searches for companies of its region and industry. */
export function NextSteps({ company }: { company: SearchHit }) {
  const { data: options } = useFilterOptionsQuery()
  const searches = options === undefined ? [] : neighbourSearches(company, options)
  return (
    <section className={styles.steps} aria-label="相关查询">
      <SettingCell icon="shield" label="企业风险" to={companyPath(company.id, 'legalRisk')} />
      {searches.map(({ icon, label, name, path }) => (
        <SettingCell key={label} icon={icon} label={label} value={name} to={path} />
      ))}
    </section>
  )
}
