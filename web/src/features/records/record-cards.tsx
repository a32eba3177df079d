import type { RecordList } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { useState } from 'react'
import { endOfListText } from '../../domain/record/messages.ts'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { rowsOfPages } from '../../lib/list-pages.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ListPaging, LongList } from '../../ui/long-list.tsx'
import { RecordCard } from './record-card.tsx'
import styles from './record-cards.module.css'

type Props = { kind: RecordKind; answer: RecordList; pages: readonly RecordList[]; query: ListPaging; visit: string }

/** Cards of a list, with 纠错 below the last. */
export function RecordCards({ kind, answer, pages, query, visit }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const rows = rowsOfPages(pages)
  const toggle = (id: string) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })

  return (
    <LongList
      rows={rows}
      paging={query}
      visit={visit}
      endText={endOfListText(rows.length, answer)}
      foot={<Objection kind={kind} answer={answer} />}
    >
      {(record) => (
        <RecordCard
          key={record.id}
          kind={kind}
          record={record}
          company={answer.company}
          isOpen={open.has(record.id)}
          onToggle={() => toggle(record.id)}
        />
      )}
    </LongList>
  )
}

function Objection({ kind, answer }: Pick<Props, 'kind' | 'answer'>) {
  return (
    <>
      <Link
        track-id="correct"
        className={styles.objection}
        to={correctionPath({ companyId: answer.company.id, recordKind: kind.key })}
      >
        <Icon name="edit" size={20} />
        <span className={styles.text}>
          <b>信息有误，或非同一企业？</b>
          <span>免费提交异议，20 日内答复</span>
        </span>
        <Icon name="right" size={16} />
      </Link>
      <p className={styles.basis}>记录按统一社会信用代码关联，不按姓名关联自然人。</p>
    </>
  )
}
