import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import {
  type ColumnField,
  importKinds,
  MAX_REJECT_PERCENT,
  type UploadShown,
  uploadStateLabels,
} from '@baiqicha/contract/desk/uploads'
import { useState } from 'react'
import { addressOf, goTo } from './address.ts'
import {
  DeskButton,
  DeskLink,
  ErrorLine,
  Loaded,
  LoadingState,
  messageOf,
  NoState,
  PageHead,
  SelectOptions,
  TableHead,
} from './elements.tsx'
import { countText, sizeText } from './number-text.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { UploadReportView } from './upload-report.tsx'
import { UploadStart } from './upload-start.tsx'
import { useAct, useAttempt, useRead } from './use-action.ts'

const steps = ['上传', '来源与对应列', '试运行', '导入'] as const
const stepOf: Record<UploadShown['state'], number> = {
  uploading: 0,
  ready: 1,
  checking: 2,
  checked: 2,
  running: 3,
  stopped: 3,
  done: 3,
}
const isMoving = ({ state }: Pick<UploadShown, 'state'>) => state === 'checking' || state === 'running'

/** One uploaded file: its columns, dry run and import. */
export function UploadPage({ id }: { id: string }) {
  const shown = useRead('uploads show', { id }, { isMoving })
  return (
    <Loaded query={shown}>
      {(upload) => (
        <>
          <PageHead title={upload.fileName} note={`${sizeText(upload.size)} · ${upload.operator}`}>
            <StepActions upload={upload} />
            <DeskLink look="bt small" to={addressOf('/imports')} text="返回导入" />
          </PageHead>
          <ol className="progress-steps" aria-label="步骤">
            {steps.map((step, at) => (
              <li
                key={step}
                className={at < stepOf[upload.state] || upload.state === 'done' ? 'done' : ''}
                aria-current={at === stepOf[upload.state] ? 'step' : undefined}
              >
                {step}
              </li>
            ))}
          </ol>
          {upload.elsewhere !== null && (
            <p className="note">文件在另一台机器 {upload.elsewhere} 上，请在那里的后台对应列、试运行和导入。</p>
          )}
          <RunState upload={upload} />
          <div className="scroll">
            <StepContent upload={upload} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function StepContent({ upload }: { upload: UploadShown }) {
  const { state, received, pieces, check, report, elsewhere } = upload
  if (state === 'uploading') {
    return (
      <>
        <p className="section">
          已收到 {received.length} / {pieces} 片。选择同一文件继续，一小时没有新的片即删除。
        </p>
        <UploadStart free={null} />
      </>
    )
  }
  return (
    <>
      {report !== null && <UploadReportView report={report} />}
      {report === null && check !== null && <UploadReportView report={check} />}
      {state !== 'done' && elsewhere === null && <MappingLoader upload={upload} />}
    </>
  )
}

/** How far a run is, or why the last one ended early. */
function RunState({ upload }: { upload: UploadShown }) {
  const { state, progress, failure } = upload
  if (isMoving(upload)) {
    const { share, rowsRead, rowsPerSecond, rejected } = progress ?? {
      share: 0,
      rowsRead: 0,
      rowsPerSecond: 0,
      rejected: 0,
    }
    return (
      <output className="running">
        <span>
          <b>
            {state === 'checking' ? '正在试运行' : '正在导入'} {Math.floor(share * 100)}%
          </b>{' '}
          {countText(rowsRead)} 行 · {countText(rowsPerSecond)} 行/秒
          {rejected > 0 && ` · 未收录 ${countText(rejected)} 行`}
        </span>
        <progress value={share} aria-label={uploadStateLabels[state]} />
      </output>
    )
  }
  return <ErrorLine text={failure && (failure.split('\n')[0] ?? '')} />
}

/** The steps that the state of the upload allows. */
function StepActions({ upload }: { upload: UploadShown }) {
  const { id, state, check, elsewhere } = upload
  const run = useAct()
  const [isAsking, setIsAsking] = useState(false)
  const [percent, setPercent] = useState(String(MAX_REJECT_PERCENT))
  const { error, attempt } = useAttempt()
  const discard = async () => {
    await run('uploads discard', { id })
    goTo('/imports')
  }
  const share = check === null || check.rowsRead === 0 ? 0 : (check.rejected / check.rowsRead) * 100
  const mayImport = elsewhere === null && (state === 'checked' || state === 'stopped')
  return (
    <>
      {error !== null && (
        <span className="risk" role="alert">
          {error}
        </span>
      )}
      {isMoving(upload) && (
        <DeskButton text="停止" look="small" onClick={() => void attempt(() => run('uploads stop', { id }))} />
      )}
      {!isMoving(upload) && state !== 'done' && elsewhere === null && (
        <DeskButton text="放弃并删除文件" look="small danger" onClick={() => void attempt(discard)} />
      )}
      {mayImport && (
        <>
          <label className="row">
            <span className="quiet">未收录上限 %</span>
            <input
              className="short"
              inputMode="decimal"
              aria-label="未收录上限（%）"
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
            />
          </label>
          <DeskButton
            text={state === 'stopped' ? '继续导入' : '开始导入'}
            look="small primary"
            onClick={() => setIsAsking(true)}
          />
        </>
      )}
      {isAsking && (
        <PromptDialog
          title={state === 'stopped' ? '继续导入？' : '开始导入？'}
          text={
            share > Number(percent)
              ? `试运行有 ${share.toFixed(1)}% 的行未收录，超过上限 ${percent}%，导入会中止。`
              : '完成后几秒内可以搜索到；可以撤销。'
          }
          needsCode
          confirm={state === 'stopped' ? '继续导入' : '开始导入'}
          onConfirm={({ totp }) => run('uploads run', { id, dryRun: false, maxRejectPercent: Number(percent) }, totp)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** Loads what the file may contain; a change of the kind reads its columns anew. */
function MappingLoader({ upload }: { upload: UploadShown }) {
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
              <MappingForm key={kind} upload={upload} kind={kind} onKind={setKind} read={read} sources={items} />
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
function MappingForm({ upload, kind, onKind, read, sources }: MappingProps) {
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
  const [message, setMessage] = useState<{ text: string; isError: boolean } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isBlocked = isBusy || isMoving(upload)

  const columns = proposed.map((column) => ({ name: column.name, field: fieldOf(column) }))
  const isProposed = columns.every(({ field }, at) => field === proposed[at]?.field)

  async function save(andCheck: boolean) {
    setIsBusy(true)
    setMessage(null)
    try {
      const text = kind === 'companies' ? '' : covers === 'regions' ? `regions=${region.trim()}` : covers
      const { id } = upload
      await run('uploads save', { id, kind, sourceId, covers: text, columns: isProposed ? null : columns })
      if (andCheck) await run('uploads run', { id, dryRun: true })
      setMessage({ text: andCheck ? '' : '已保存。', isError: false })
    } catch (failure) {
      setMessage({ text: messageOf(failure), isError: true })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="split mapping">
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
          {message !== null && message.text !== '' && (
            <p className={message.isError ? 'error' : 'note'} role={message.isError ? 'alert' : 'status'}>
              {message.text}
            </p>
          )}
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
