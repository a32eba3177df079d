import type { RecordDetail } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { passagesOf } from '../../domain/record/record-content.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Card } from '../../ui/card.tsx'
import { CardTitle } from './card-title.tsx'
import styles from './record-passages.module.css'

/** Parts of a judgment that are expanded first. */
const openFirst = ['裁判结果', '本院认为']

type Props = { kind: RecordKind; record: Pick<RecordDetail, 'fields'> }

/** Long text of a record in collapsible parts. The first part is expanded when none of `openFirst` exists. */
export function RecordPassages({ kind, record }: Props) {
  return Object.entries(kind.fields).map(([name, field]) => {
    const passages = field.type === 'passages' ? passagesOf(record.fields[name]) : []
    if (passages.length === 0) return null
    const hasFirst = passages.some(({ title }) => openFirst.includes(title))
    return (
      <Card key={name}>
        <CardTitle>{field.label}</CardTitle>
        <Accordion
          items={passages.map(({ title, text }, at) => ({
            title,
            content: <bdi className={styles.text}>{text}</bdi>,
            isOpen: hasFirst ? openFirst.includes(title) : at === 0,
          }))}
        />
      </Card>
    )
  })
}
