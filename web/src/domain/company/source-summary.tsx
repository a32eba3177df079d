import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import utility from '../../ui/utility.module.css'
import shared from '../page/shared.module.css'
import { countSources, type FactSource } from './fact-sources.ts'
import styles from './source-summary.module.css'

type Props = {
  lines: readonly FactSource[]
  /** Licences by the id of their source. */
  licences?: CompanyDetail['licences']
  /** Shows the number alone. */
  isShort?: boolean
}

/** Number of sources and their newest date. Opens the source, licence and date of each group of facts. */
export function SourceSummary({ lines, licences = {}, isShort = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (lines.length === 0) return null
  const { count, newest } = countSources(lines)
  return (
    <>
      <button track-id="sources" type="button" className={styles.summary} onClick={() => setIsOpen(true)}>
        {!isShort && <Icon name="seal" size={14} className={styles.seal} />}
        {count} 个来源{!isShort && newest !== null && ` · 最新 ${newest}`}
        <Icon name="right" size={14} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="数据来源">
        <ul className={shared.sheetBody}>
          {lines.map((line) => (
            <li key={`${line.id} ${line.asOf} ${line.subject}`} className={styles.line}>
              <h3 className={styles.subject}>{line.subject}</h3>
              <SourceChip name={line.name} url={line.url} asOf={line.asOf} />
              {licences[line.id] !== undefined && <p className={utility.note}>许可：{licences[line.id]}</p>}
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
