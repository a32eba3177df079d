import { changeKinds } from '@baiqicha/contract/records/change-record/kind'
import { textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordList } from '@baiqicha/contract/records/record'
import { ChangeEntry } from '../../domain/change/change-entry.tsx'
import { type RecordListParams, readRecordListParams } from '../../domain/record/record-list-params.ts'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { CorrectionSign } from '../../domain/record/section-foot.tsx'
import { usePageLocation } from '../../platform/navigation/page.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import styles from './overview-list.module.css'
import { OverviewListScreen } from './overview-list-screen.tsx'

const rank = (kind: string) => {
  const at = changeKinds.findIndex((known) => known === kind)
  return at === -1 ? changeKinds.length - 1.5 : at
}

/** Filter options in a fixed order: 其他 last, words of a source that are not in the vocabulary before it. */
export const sortChangeKinds = <Option extends { value: string }>(options: readonly Option[]): Option[] =>
  options.toSorted((one, other) => rank(one.value) - rank(other.value))

const kind = recordKinds.changeRecord

/** `/overview/changeRecord?id`: register changes with removed and added text. */
export function ChangesPage() {
  const { search } = usePageLocation()
  const params = readRecordListParams(kind, search)
  return (
    <OverviewListScreen
      kind={kind}
      params={params}
      renderFilters={(answer, onChange) => <KindChips answer={answer} params={params} onChange={onChange} />}
    >
      {(row, isLast) => (
        <ChangeEntry
          record={row}
          isLast={isLast}
          action={
            <CorrectionSign
              to={correctionPath({ companyId: params.companyId, recordKind: 'changeRecord', recordId: row.id })}
              of={textOf(row.fields, 'item') ?? '变更'}
            />
          }
        />
      )}
    </OverviewListScreen>
  )
}

type ChipsProps = {
  answer: RecordList
  params: RecordListParams
  onChange: (facets: RecordListParams['facets']) => void
}

/** Filter by kind of change with counts. */
function KindChips({ answer, params, onChange }: ChipsProps) {
  const options = sortChangeKinds(answer.facets.find(({ name }) => name === 'kind')?.options ?? [])
  const chosen = params.facets['kind']
  if (options.length === 0) return null
  return (
    <ul className={`${chips.scrolling} ${styles.chips}`} aria-label="变更类型">
      <li>
        <Chip trackId="all" pressed={chosen === undefined} onClick={() => onChange({})}>
          全部 {answer.counts[params.view]}
        </Chip>
      </li>
      {options.map(({ value, count }) => (
        <li key={value}>
          <Chip
            trackId="change-kind"
            pressed={value === chosen}
            onClick={() => onChange(value === chosen ? {} : { kind: value })}
          >
            {value} {count}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
