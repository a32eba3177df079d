import { restrictedBehaviours } from '@baiqicha/contract/records/consumption-restriction/kind'
import type { RecordRow } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { expandedLayouts } from './expanded-layouts.ts'
import styles from './expanded-record.module.css'
import { listFactRows } from './fact-rows.tsx'
import { NAMESAKE_PERSONS } from './messages.ts'

type Props = { kind: RecordKind; record: RecordRow }

/** Expanded content of a record without a page of its own. */
export function ExpandedRecord({ kind, record }: Props) {
  return (
    <>
      {expandedLayouts[kind.key]?.parts.map(({ title, fields, none }) => (
        <Part key={title} title={title} rows={listFactRows(kind, record, fields, { isBrief: false })} none={none} />
      ))}
      {kind.key === 'consumptionRestriction' && <RestrictedPerson isFormerOffice={record.isFormerOffice} />}
    </>
  )
}

type PartProps = { title: string; rows: ReturnType<typeof listFactRows>; none: string | undefined }

function Part({ title, rows, none }: PartProps) {
  if (rows.length === 0 && none === undefined) return null
  return (
    <section className={styles.part} aria-label={title}>
      <h4>{title}</h4>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <dl>
          {rows.map(({ key, label, content }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** The restricted person and the restriction. */
function RestrictedPerson({ isFormerOffice }: { isFormerOffice: boolean }) {
  return (
    <>
      {isFormerOffice && <p className={styles.former}>限制对象为原法定代表人（负责人），现已不在本企业任该职务。</p>}
      <section className={styles.part} aria-label="被限制的行为">
        <h4>被限制的行为</h4>
        <ol className={styles.behaviours}>
          {restrictedBehaviours.map((behaviour) => (
            <li key={behaviour}>{behaviour}</li>
          ))}
        </ol>
      </section>
      <p className={styles.aside}>{NAMESAKE_PERSONS}</p>
    </>
  )
}
