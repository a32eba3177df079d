import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { type ColumnField, importKinds, type UploadShown } from '@baiqicha/contract/desk/uploads'
import { useState } from 'react'
import { DeskButton, ErrorLine, Loaded, LoadingState, NoState, SelectOptions, TableHead } from './elements.tsx'
import { useAct, useAttempt, useRead } from './hooks.ts'

/** Loads what the file may contain; a change of the kind reads its columns anew. */
export function MappingLoader({ upload, isMoving }: { upload: UploadShown; isMoving: boolean }) {
  const [kind, setKind] = useState(upload.kind ?? importKinds[0]?.key ?? '')
  const columns = useRead('uploads columns', { id: upload.id, kind })
  const sources = useRead('sources list', {})
  if (sources.isPending) return <LoadingState />
  return (
    <Loaded query={columns}>
      {(read) => (
        <Loaded query={sources}>
          {({ items }) =>
            items.length === 0 ? (
              <NoState title="没有数据来源" text="请先在数据来源中添加。" />
            ) : (
              <MappingForm
                key={kind}
                upload={upload}
                isMoving={isMoving}
                kind={kind}
                onKind={setKind}
                read={read}
                sources={items}
              />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

type Read = DeskOutput<'uploads columns'>
type MappingProps = {
  upload: UploadShown
  /** Whether a run goes on. */
  isMoving: boolean
  kind: string
  onKind: (kind: string) => void
  read: Read
  sources: DeskOutput<'sources list'>['items']
}

const coverages = [
  ['', '按以前所述', '这个来源的此类记录已导入过'],
  ['all', '全部企业', '每家企业都查过，没有即没有'],
  ['listed', '上市公司', '上市和曾上市的企业都查过'],
  ['named', '只有文件里的企业', '其他企业一概不下结论'],
  ['regions', '某地区的企业', '登记在这些地区的企业都查过'],
] as const

const proposedOf = ({ columns }: Read): ColumnField[] =>
  columns.map(({ name, field, isSpare }) => ({ name, field: isSpare ? null : field }))

/** Corrects how the columns are read, and states source and coverage. */
function MappingForm({ upload, isMoving, kind, onKind, read, sources }: MappingProps) {
  const run = useAct()
  const [sourceId, setSourceId] = useState(upload.sourceId ?? sources[0]?.id ?? '')
  const proposed = proposedOf(read)
  const savedOf = (source: string) => read.saved.find((one) => one.sourceId === source)?.columns
  const own = upload.kind === kind ? upload.columns : null
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(
    new Map([...(savedOf(sourceId) ?? []), ...(own ?? [])].map(({ name, field }) => [name, field])),
  )
  const fieldOf = ({ name, field }: ColumnField) => (chosen.has(name) ? (chosen.get(name) ?? null) : field)
  const [coverage, regions] =
    upload.covers?.startsWith('regions=') === true
      ? ['regions', upload.covers.slice('regions='.length)]
      : [upload.covers ?? '', '']
  const [covers, setCovers] = useState(coverage)
  const [region, setRegion] = useState(regions)
  const [isSaved, setIsSaved] = useState(false)
  const { error, isBusy, attempt } = useAttempt()
  const isBlocked = isBusy || isMoving

  const columns = proposed.map((column) => ({ name: column.name, field: fieldOf(column) }))
  const isProposed = columns.every(({ field }, at) => field === proposed[at]?.field)

  async function save(andCheck: boolean) {
    setIsSaved(false)
    const isDone = await attempt(async () => {
      const text = kind === 'companies' ? '' : covers === 'regions' ? `regions=${region.trim()}` : covers
      const { id } = upload
      await run('uploads save', { id, kind, sourceId, covers: text, columns: isProposed ? null : columns })
      if (andCheck) await run('uploads run', { id, dryRun: true })
    })
    setIsSaved(isDone && !andCheck)
  }

  return (
    <div className="split">
      <div className="scroll">
        <table>
          <caption>
            {read.columns.length} 列{read.format !== '' && ` · 识别为 ${read.format}`}
          </caption>
          <TableHead heads={['文件的列', '样例', '对应字段']} />
          <tbody>
            {read.columns.map(({ name, samples }, at) => {
              const { field = null } = columns[at] ?? {}
              return (
                <tr key={`${name}-${at}`}>
                  <td>
                    <b>{name}</b>
                  </td>
                  <td className="samples">
                    {samples.map((sample, row) => (
                      <span key={row} className="two">
                        {sample === '' ? '-' : sample}
                      </span>
                    ))}
                  </td>
                  <td>
                    <select
                      aria-label={`${name} 对应`}
                      className={field === null ? 'quiet' : ''}
                      disabled={isBlocked}
                      value={field ?? ''}
                      onChange={({ target }) => setChosen(new Map([...chosen, [name, target.value || null]]))}
                    >
                      <option value="">忽略此列</option>
                      <SelectOptions options={read.fields.map(({ key, label }) => [key, label])} />
                    </select>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <aside className="column side-column">
        <section className="section">
          <label className="field">
            <span>内容</span>
            <select value={kind} disabled={isBlocked} onChange={({ target }) => onKind(target.value)}>
              <SelectOptions options={importKinds.map(({ key, title }) => [key, title])} />
            </select>
          </label>
          <label className="field">
            <span>来源</span>
            <select
              value={sourceId}
              disabled={isBlocked}
              onChange={({ target }) => {
                setSourceId(target.value)
                const saved = savedOf(target.value)
                if (saved !== undefined) setChosen(new Map(saved.map(({ name, field }) => [name, field])))
              }}
            >
              <SelectOptions options={sources.map(({ id, name }) => [id, name])} />
            </select>
          </label>
          {kind !== 'companies' && (
            <fieldset className="options" disabled={isBlocked}>
              <legend className="quiet">覆盖哪些企业：没有记录时页面写“未查询到”还是“未接入”，由它决定</legend>
              {coverages.map(([value, label, note]) => (
                <label key={value}>
                  <input
                    type="radio"
                    name="covers"
                    value={value}
                    checked={covers === value}
                    onChange={() => setCovers(value)}
                  />
                  <span>
                    {label}
                    <span className="two">{note}</span>
                  </span>
                </label>
              ))}
              {covers === 'regions' && (
                <input
                  aria-label="行政区划代码，逗号分隔"
                  placeholder="行政区划代码，如 3502"
                  value={region}
                  onChange={({ target }) => setRegion(target.value)}
                />
              )}
            </fieldset>
          )}
          <ErrorLine text={error} />
          {isSaved && <output className="note">已保存。</output>}
          <p className="quiet">试运行只读取与计数，不写入任何数据。</p>
          <div className="row">
            <DeskButton text="保存对应" disabled={isBlocked} onClick={() => void save(false)} />
            <DeskButton text="试运行" look="primary" disabled={isBlocked} onClick={() => void save(true)} />
          </div>
        </section>
      </aside>
    </div>
  )
}
