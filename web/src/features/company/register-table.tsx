import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import { useState } from 'react'
import { statusTone } from '../../domain/company/company-tag-list.ts'
import { PersonLink } from '../../domain/company/person-link.tsx'
import { FoldedText } from '../../ui/folded-text.tsx'
import { LabelTable } from '../../ui/label-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { FoldRow } from './fold-row.tsx'
import { isAbsent, listRegisterRows, pairShortRows, type RegisterRow } from './register-rows.ts'
import styles from './register-table.module.css'

/** Register table. Rows without a value are folded. */
export function RegisterTable({ info }: { info: BusinessInfo }) {
  const [isOpen, setIsOpen] = useState(false)
  const rows = listRegisterRows(info)
  const absent = rows.filter(isAbsent)
  return (
    <>
      <FactTable rows={isOpen ? rows : rows.filter((row) => !isAbsent(row))} />
      {absent.length > 0 && (
        <FoldRow trackId="register-unfold" isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          {isOpen ? '收起未收录项' : `${absent.length} 项未收录`}
        </FoldRow>
      )}
    </>
  )
}

/** Table of labels and values; short pairs share a line. */
export function FactTable({ rows }: { rows: readonly RegisterRow[] }) {
  return (
    <LabelTable
      lines={pairShortRows(rows).map((line) =>
        line.map((row) => ({ label: row.label, content: <Value row={row} />, copy: row.copy })),
      )}
    />
  )
}

function Value({ row }: { row: RegisterRow }) {
  if (row.status !== undefined) {
    return (
      <span className={styles.status}>
        {row.status.name === '其他' ? '其他' : <Tag tone={statusTone(row.status.name)}>{row.status.name}</Tag>}
        {row.status.raw !== null && <span>（{row.status.raw}）</span>}
      </span>
    )
  }
  if (row.folds) return <FoldedText text={row.value} label={row.label} />
  if (row.lines !== undefined && row.lines.length > 0) {
    return (
      <span className={utility.grow}>
        {row.lines.map(({ text, aside }) => (
          <span key={`${text}${aside}`} className={styles.line}>
            <bdi>{text}</bdi>
            {aside !== null && <span className={styles.aside}>（{aside}）</span>}
          </span>
        ))}
      </span>
    )
  }
  if (row.representative !== undefined) {
    return (
      <span className={utility.grow}>
        <PersonLink to={row.representative.path} name={row.representative.name}>
          {row.value}
        </PersonLink>
      </span>
    )
  }
  if (row.href !== undefined) {
    return (
      <span className={utility.grow}>
        <a track-id="open-record" href={row.href} target="_blank" rel="noopener noreferrer">
          <bdi>{row.value}</bdi>
          <span className={utility.spoken}>，在新窗口打开</span>
        </a>
      </span>
    )
  }
  return <bdi className={utility.grow}>{row.value}</bdi>
}
