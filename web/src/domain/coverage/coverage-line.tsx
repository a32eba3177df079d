import type { Coverage, CoverageGroup } from '@baiqicha/contract/company-search'
import { Fragment, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import shared from '../page/shared.module.css'
import styles from './coverage-line.module.css'

/**
 * Number of companies of the store, their newest date and largest groups. A tap shows every group with its date. Nothing
 * without data and for an empty store.
 */
export function CoverageLine({ coverage: data }: { coverage: Coverage | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  if (data === undefined || data.companies === 0) return null
  const asOf = newestCoverageDate(data)
  return (
    <>
      <button track-id="coverage" type="button" className={styles.line} onClick={() => setIsOpen(true)}>
        <Icon name="seal" size={16} className={styles.seal} />
        <span>
          <span className={styles.total}>
            <span className={utility.phrase}>
              收录 {formatNumber(data.companies)} 家企业{asOf !== null && '，'}
            </span>
            {asOf !== null && <span className={utility.phrase}>数据截至 {asOf}</span>}
          </span>
          <span className={styles.largest}>
            {largestGroups(data).map((group) => (
              <span key={group} className={utility.phrase}>
                {group}
              </span>
            ))}
          </span>
        </span>
        <Icon name="right" size={14} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="收录范围">
        <div className={shared.sheetBody}>
          <ul>
            {data.groups.map((group) => (
              <Group key={group.name} group={group} />
            ))}
          </ul>
          <p className={styles.note}>每家企业计入一组，上市公司优先。未收录不代表不存在。</p>
        </div>
      </Sheet>
    </>
  )
}

function Group({ group: { name, companies, asOf, isDemo, sources } }: { group: CoverageGroup }) {
  return (
    <li className={styles.group}>
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{formatNumber(companies)} 家</span>
      <span className={styles.sources}>
        {sources.map((source, at) => (
          <Fragment key={source.name}>
            {at > 0 && '、'}
            <Source {...source} />
          </Fragment>
        ))}
      </span>
      {isDemo ? (
        <span className={styles.date}>虚构，不计入总数</span>
      ) : (
        asOf !== null && <span className={styles.date}>截至 {asOf}</span>
      )}
    </li>
  )
}

function Source({ name, url }: CoverageGroup['sources'][number]) {
  if (url === null) return name
  return (
    <a track-id="data-source" className={utility.tap} href={url} target="_blank" rel="noopener noreferrer">
      {name}
      <span className={utility.spoken}>，在新窗口打开</span>
    </a>
  )
}

/**
 * The largest group of real companies, and the next one with the sum of all others, as parts of one phrase that fit on one line
 * of a phone; the name alone when there is one group.
 */
export function largestGroups({ groups }: Coverage): string[] {
  const real = groups.filter(({ isDemo }) => !isDemo)
  const [largest, next, ...rest] = real
  if (largest === undefined || next === undefined) return real.map(({ name }) => name)
  const others = [next, ...rest].reduce((sum, { companies }) => sum + companies, 0)
  return [
    `${largest.name} ${formatNumber(largest.companies)} 家 ·\u00a0`,
    `${next.name}${rest.length > 0 ? '等' : ''} ${formatNumber(others)} 家`,
  ]
}

/** Newest date of the real companies, as exact as the source states it; null when none is dated. */
export function newestCoverageDate({ groups }: Coverage): string | null {
  const dates = groups.flatMap(({ asOf, isDemo }) => (asOf === null || isDemo ? [] : [asOf]))
  return dates.toSorted().at(-1) ?? null
}
