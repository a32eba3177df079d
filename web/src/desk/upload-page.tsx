import {
  MAX_REJECT_PERCENT,
  type UploadReport,
  type UploadShown,
  uploadStateLabels,
} from '@baiqicha/contract/desk/uploads'
import { useState } from 'react'
import { DeskButton, DeskLink, ErrorLine, Loaded, PageHead, TableHead } from './elements.tsx'
import { addressOf, goTo, useAct, useAttempt, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { countText, sizeText } from './texts.ts'
import { MappingLoader } from './upload-mapping.tsx'
import { UploadStart } from './upload-start.tsx'

/** Result of a dry run or an import: counts, then rejected rows by field. */
function UploadReportView({ report }: { report: UploadReport }) {
  const { isDryRun, number, rowsRead, created, changed, unchanged, pending, excluded, rejected } = report
  const [shown, setShown] = useState(report.fields[0]?.field)
  const field = report.fields.find((one) => one.field === shown) ?? report.fields[0]
  const counts = [
    [isDryRun ? '试运行读取' : '读取', rowsRead],
    ['新增', created],
    ['更新', changed],
    ['无变化', unchanged],
    ['待对应', pending],
    ['不收录', excluded],
    ['未收录', rejected],
  ] as const
  return (
    <section aria-label={isDryRun ? '试运行结果' : '导入结果'}>
      <dl className="strip">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt className="two">{label}</dt>
            <dd className={label === '未收录' && count > 0 ? 'warn' : ''}>{countText(count)}</dd>
          </div>
        ))}
      </dl>
      {!isDryRun && number > 0 && (
        <p className="section row">
          <DeskLink look="bt small" to={addressOf(`/imports/${number}`)} text={`查看导入 #${number}`} />
          <span className="quiet">在那里下载未收录的行，或撤销</span>
        </p>
      )}
      {report.unusedColumns.length > 0 && (
        <p className="section quiet">没有用到的列：{report.unusedColumns.join('、')}</p>
      )}
      {field !== undefined && (
        <div className="split rejects">
          <nav className="column side-column first" aria-label="未收录，按字段">
            {report.fields.map((one) => (
              <button
                key={one.field}
                type="button"
                aria-pressed={one.field === field.field}
                onClick={() => setShown(one.field)}
              >
                <b>{one.label}</b>
                <span className="num">{countText(one.rejected + one.lost)}</span>
                <span className="two">
                  未收录 {countText(one.rejected)} 行{one.lost > 0 && `，留空 ${countText(one.lost)} 个`}
                </span>
              </button>
            ))}
          </nav>
          {/* A keyboard scrolls the region, so it takes the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className="scroll" aria-label={field.label} tabIndex={0}>
            <table>
              <caption>
                {field.label}：前 {field.first.length} 条，共 {countText(field.rejected + field.lost)} 条
              </caption>
              <TableHead heads={['行', '原值', '原因', '结果']} />
              <tbody>
                {field.first.map(({ line, value, reason, isStored }, at) => (
                  <tr key={`${line}-${at}`}>
                    <td className="fixed">{countText(line)}</td>
                    <td className="mono">{value === '' ? '-' : value}</td>
                    <td>{reason}</td>
                    <td className="fixed">{isStored ? '收录，此值留空' : '未收录'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
    </section>
  )
}

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
      {state !== 'done' && elsewhere === null && <MappingLoader upload={upload} isMoving={isMoving(upload)} />}
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
