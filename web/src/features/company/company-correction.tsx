import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { kindTable, type SectionKey } from '@baiqicha/contract/records/kind-table'
import { useState } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './company-actions.module.css'

/** Kinds that the page lists itself. Records of other kinds have 纠错 in their own lists. */
const listedKinds = [
  'keyPerson',
  'reportedRepresentative',
  'listEntry',
  'branch',
  'changeRecord',
] as const satisfies SectionKey[]

const content = (
  <>
    <Icon name="edit" size={18} />
    纠错
  </>
)

/** The one 纠错 of a company page. A sheet names the parts of the page where there are several. */
export function CompanyCorrection({ detail: { id, sections } }: { detail: CompanyDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const kinds = listedKinds.filter((key) =>
    sections.some((section) => section.key === key && (section.counts?.current ?? 0) > 0),
  )
  if (kinds.length === 0) {
    return (
      <Link track-id="correct" to={correctionPath({ companyId: id })} className={styles.action}>
        {content}
      </Link>
    )
  }
  return (
    <>
      <button
        track-id="correct-choose"
        type="button"
        className={styles.action}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {content}
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="纠错">
        <SettingCell trackId="correct" label="工商信息" to={correctionPath({ companyId: id })} />
        {kinds.map((key) => (
          <SettingCell
            key={key}
            trackId="correct"
            label={kindTable[key].title}
            to={correctionPath({ companyId: id, recordKind: key })}
          />
        ))}
      </Sheet>
    </>
  )
}
