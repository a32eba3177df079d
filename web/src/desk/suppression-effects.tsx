import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { FieldList, Loaded } from './elements.tsx'
import { useRead } from './hooks.ts'

type Effects = DeskOutput<'suppress add'>

/** What a suppression hides, before it is added. */
export function EffectList({ effects: { traces, record } }: { effects: Effects }) {
  if (record !== null) return <RecordEffectList record={record} />
  if (traces === null) return null
  return (
    <div className="note">
      <FieldList
        rows={[
          ['企业', traces.company.name],
          ['法定代表人', traces.isRepresentative ? '不再显示' : '不是此人'],
          ['记录', `${traces.records.length} 条`],
          ['变更动态', `${traces.changes} 条`],
          ['百言回答', `${traces.answers} 条`],
        ]}
      />
      <ul>
        {traces.records.map(({ id, kind, publishedOn }) => (
          <li key={id}>
            {kindTable[kind].title} {publishedOn ?? '日期不详'}
          </li>
        ))}
      </ul>
    </div>
  )
}

type RecordEffectListProps = { record: NonNullable<Effects['record']>; withLines?: boolean }

function RecordEffectList({ record, withLines = true }: RecordEffectListProps) {
  const { kind, publishedOn, isHidden, companies, lines } = record
  const names = companies.map(({ name }) => name).join('、')
  return (
    <div className="note">
      <b>
        {kindTable[kind].title} {publishedOn ?? '日期不详'}
      </b>
      {withLines && <FieldList rows={lines.map(({ label, value }): [string, string] => [label, value])} />}
      <p>
        {isHidden
          ? '这条记录已不显示。'
          : `不再显示于：${names || '收录的企业之外'}的页面、列表、计数、标签、动态与百言。`}
      </p>
    </div>
  )
}

/** A dry run of the suppression that a decision causes. */
export function SuppressionPreview({ recordId }: { recordId: string }) {
  const effects = useRead('suppress add', { recordId, reason: '', dryRun: true })
  // The page shows the fields of the record already.
  return (
    <Loaded query={effects}>
      {({ record }) => record !== null && <RecordEffectList record={record} withLines={false} />}
    </Loaded>
  )
}
