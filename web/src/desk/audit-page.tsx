import {
  type AuditRow,
  auditActionLabel,
  auditActionLabels,
  changesOf,
  changesText,
} from '@baiqicha/contract/desk/audit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { act } from './api.ts'
import {
  DeskButton,
  FieldList,
  ListTable,
  Loaded,
  NothingFound,
  PageHead,
  SaveButton,
  SelectOptions,
} from './elements.tsx'
import { goTo, useAddress, useRead } from './hooks.ts'
import { secondText } from './texts.ts'

const PATH = '/audit'
const filterLabels = {
  search: '文字',
  subject: '对象',
  operator: '操作员',
  action: '操作',
  from: '从',
  to: '到',
} as const
type Filters = Record<keyof typeof filterLabels, string | null>

/** The audit of operators, newest first, with its chain. */
export function AuditLogPage() {
  const { params } = useAddress()
  const filters: Filters = {
    subject: params.get('subject'),
    operator: params.get('operator'),
    action: params.get('action'),
    from: params.get('from'),
    to: params.get('to'),
    search: params.get('search'),
  }
  const before = Number(params.get('before') ?? '') || null
  const list = useRead('audit list', { ...filters, before })
  const [selected, setSelected] = useState<AuditRow | null>(null)
  return (
    <>
      <PageHead title="审计">
        <Verification />
        <SaveButton label="导出 CSV" name="审计" load={() => act('audit export', filters)} />
      </PageHead>
      <FilterForm key={JSON.stringify(filters)} filters={filters} />
      <div className="split">
        <div className="scroll">
          <Loaded query={list}>
            {({ rows, next }) => (
              <ListTable
                heads={['时间', '操作员', '来自', '操作', '对象', '变化']}
                items={rows}
                empty={<NothingFound next={next} />}
                renderRow={(row) => (
                  <tr key={row.number} className={row.number === selected?.number ? 'selected' : ''}>
                    <td className="fixed">
                      <button type="button" className="link" onClick={() => setSelected(row)}>
                        {secondText(row.at)}
                      </button>
                    </td>
                    <td className="fixed">{row.operator}</td>
                    <td className="fixed">{row.origin ?? '-'}</td>
                    <td className="fixed">{auditActionLabel(row.action)}</td>
                    <td>{row.subject}</td>
                    <td>
                      <span className="brief">{changesText(row)}</span>
                    </td>
                  </tr>
                )}
                pager={{ next, parameter: 'before', isSearch: filters.search !== null }}
              />
            )}
          </Loaded>
        </div>
        {selected !== null && (
          <aside className="column side-column chosen">
            <section className="section">
              <h2>
                {auditActionLabel(selected.action)} <span className="quiet">#{selected.number}</span>
              </h2>
              <FieldList
                rows={[
                  ['时间', secondText(selected.at)],
                  ['操作员', selected.operator],
                  ['来自', selected.origin],
                  ['对象', selected.subject],
                  ...changesOf(selected).map((change): [string, ReactNode] => [
                    change.label,
                    <Change key={change.label} {...change} />,
                  ]),
                  ['理由', selected.reason],
                  ['上一行', selected.previousHash.slice(0, 16) || '（首行）'],
                ]}
              />
            </section>
          </aside>
        )}
      </div>
    </>
  )
}

/** What was before is struck; what is after is underlined. */
const Change = ({ before: from, after: to }: { before: string | null; after: string | null }) =>
  from === to ? (
    from
  ) : (
    <>
      {from !== null && <del>{from}</del>} {to !== null && <ins>{to}</ins>}
    </>
  )

/** Reads the whole chain when it is asked to. */
function Verification() {
  const found = useQuery({ queryKey: ['verification'], queryFn: () => act('audit verify', {}), enabled: false })
  const text = found.error?.message ?? found.data?.sentence ?? ''
  return (
    <>
      <output className={found.data?.isWhole === true ? 'ok' : 'risk'}>{text}</output>
      <DeskButton text="校验" look="small" disabled={found.isFetching} onClick={() => void found.refetch()} />
    </>
  )
}

function FilterForm({ filters }: { filters: Filters }) {
  const [typed, setTyped] = useState(filters)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    goTo(PATH, typed)
  }
  return (
    <form className="tools" aria-label="查找" onSubmit={submit}>
      {(['search', 'subject', 'operator'] as const).map((name) => (
        <input
          key={name}
          aria-label={filterLabels[name]}
          placeholder={filterLabels[name]}
          value={typed[name] ?? ''}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value.trim() })}
        />
      ))}
      <select
        aria-label={filterLabels.action}
        value={typed.action ?? ''}
        onChange={(event) => setTyped({ ...typed, action: event.target.value })}
      >
        <option value="">全部操作</option>
        <SelectOptions options={Object.entries(auditActionLabels).map(([action, label]) => [action, label])} />
      </select>
      {(['from', 'to'] as const).map((name) => (
        <input
          key={name}
          type="date"
          aria-label={filterLabels[name]}
          value={typed[name] ?? ''}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <DeskButton text="查找" type="submit" look="small" />
    </form>
  )
}
