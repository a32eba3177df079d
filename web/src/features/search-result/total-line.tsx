import { type SearchAnswer } from '@baiqicha/contract/company-search'
import { type SearchSort, searchSortKeys, searchSorts } from '@baiqicha/contract/search-vocabulary'
import { useState } from 'react'
import { CompareStart } from '../../domain/compare/compare-toggle.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatTotal } from '../../lib/format.ts'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import type { SearchParams } from './search-params.ts'
import styles from './total-line.module.css'

type Props = { answer: SearchAnswer; params: SearchParams; onChange: (next: SearchParams) => void }

/** Total, 对比 and sort order. */
export function TotalLine({ answer, params, onChange }: Props) {
  const [isSorting, setIsSorting] = useState(false)
  const basket = useCompareBasket()

  function choose(sort: SearchSort) {
    setIsSorting(false)
    if (sort !== params.sort) onChange({ ...params, sort })
  }

  return (
    <div className={styles.line}>
      <h2 className={styles.total}>
        共 <b>{formatTotal(answer)}</b> 家
        {answer.totalCapped && <span className={styles.advice}>，可加条件缩小范围</span>}
      </h2>
      <CompareStart control={basket} />
      <button
        track-id="sort"
        type="button"
        className={classNames(styles.sort, utility.tap)}
        aria-haspopup="dialog"
        onClick={() => setIsSorting(true)}
      >
        <Icon name="sort" size={14} />
        {searchSorts[params.sort]}
      </button>
      <Sheet open={isSorting} onClose={() => setIsSorting(false)} title="排序">
        <ul className={styles.choices}>
          {searchSortKeys.map((sort) => (
            <li key={sort}>
              <button
                track-id="sort-choice"
                type="button"
                className={classNames(styles.choice, sort === params.sort && styles.chosen)}
                aria-pressed={sort === params.sort}
                onClick={() => choose(sort)}
              >
                {searchSorts[sort]}
                {sort === params.sort && <Icon name="check" size={18} />}
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  )
}
