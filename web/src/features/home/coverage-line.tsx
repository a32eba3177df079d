import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './coverage-line.module.css'
import { newestAsOf } from './newest-as-of.ts'

/** Number of companies of the store and their newest date. A tap shows both for each source. */
export function CoverageLine() {
  const { data } = useCoverageQuery()
  const [isOpen, setIsOpen] = useState(false)
  if (data === undefined || data.companies === 0) return null
  const asOf = newestAsOf(data)
  const sources = data.sources.toSorted((a, b) => b.companies - a.companies)
  return (
    <>
      <button type="button" className={styles.line} onClick={() => setIsOpen(true)}>
        <Icon name="seal" size={16} className={styles.seal} />
        <span>
          收录 {formatNumber(data.companies)} 家企业{asOf !== null && ` · 数据截至 ${asOf}`}
        </span>
        <Icon name="right" size={14} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="收录范围">
        <div className={styles.content}>
          <ul>
            {sources.map((source) => (
              <li key={source.id} className={styles.source}>
                <span className={styles.name}>
                  {source.url === null ? (
                    source.name
                  ) : (
                    <a className={utility.tap} href={source.url} target="_blank" rel="noopener noreferrer">
                      {source.name}
                      <span className={utility.spoken}>，在新窗口打开</span>
                    </a>
                  )}
                </span>
                <span className={styles.scope}>{source.scope}</span>
                <span className={styles.count}>{formatNumber(source.companies)} 家</span>
                {source.asOf !== null && <span className={styles.date}>截至 {source.asOf}</span>}
              </li>
            ))}
          </ul>
          <p className={styles.note}>一家企业可有多个来源；未收录不代表不存在。</p>
        </div>
      </Sheet>
    </>
  )
}
