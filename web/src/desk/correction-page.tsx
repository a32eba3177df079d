import { type CorrectionResult, correctionReasonLabel, correctionResults } from '@baiqicha/contract/correction'
import type { CorrectionDeskDetail } from '@baiqicha/contract/desk/corrections'
import { type FormEvent, useState } from 'react'
import { DeskButton, DeskLink, ErrorLine, FieldList, LabelledInput, Loaded, PageHead, Panel } from './elements.tsx'
import { addressOf, useAct, useAttempt, useNow, useRead } from './hooks.ts'
import { PictureViewer } from './picture-viewer.tsx'
import { PromptDialog } from './prompt-dialog.tsx'
import { SuppressionPreview } from './suppressions-page.tsx'
import { dueText, isSoon, minuteText } from './texts.ts'

const effects: Record<CorrectionResult, string> = {
  已更正: '来源更正后的数据已导入；标记解除',
  已移除: '屏蔽这条记录',
  维持: '来源确认无误；理由与说明并列显示',
  无法确认: '双方均无法证明；写明双方立场',
}
const phrases = ['来源已移出。', '来源确认无误。', '双方均无法提供证明。']
const NOTE_LIMIT = 500

/** The form that examines and decides an objection. A refused input stays. */
function CorrectionDecision({ detail }: { detail: CorrectionDeskDetail }) {
  const run = useAct()
  const [result, setResult] = useState<CorrectionResult | null>(null)
  const [note, setNote] = useState('')
  const [staysHidden, setStaysHidden] = useState(false)
  const { error, setError, isBusy, attempt } = useAttempt()
  const { number, recordId } = detail
  const now = useNow()
  const results = correctionResults.filter((one) => one !== '已移除' || recordId !== null)

  const examine = () =>
    attempt(async () => {
      await run('corrections examine', { number, note })
      setNote('')
    })
  function decide(event: FormEvent) {
    event.preventDefault()
    if (result === null) return setError('请选择结果')
    void attempt(() => run('corrections decide', { number, result, note, staysHidden }))
  }

  return (
    <form className="section" onSubmit={decide}>
      <div className="row">
        <h2>决定</h2>
        <span className={`end ${detail.isOverdue ? 'risk' : isSoon(detail.dueAt, now) ? 'warn' : 'quiet'}`}>
          {dueText(detail.dueAt, now)}
        </span>
      </div>
      <fieldset className="options">
        <legend className="spoken">结果</legend>
        {results.map((one) => (
          <label key={one}>
            <input type="radio" name="result" checked={result === one} onChange={() => setResult(one)} />
            <span>
              {one}
              <span className="two">{effects[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {detail.isShielding && (result === '维持' || result === '无法确认') && (
        <label className="check">
          <input type="checkbox" checked={staysHidden} onChange={(event) => setStaysHidden(event.target.checked)} />
          记录继续不显示
        </label>
      )}
      {recordId !== null && (result === '已移除' || staysHidden) && <SuppressionPreview recordId={recordId} />}
      <LabelledInput
        label="理由（公开显示，任何人可读）"
        value={note}
        rows={5}
        maxLength={NOTE_LIMIT}
        onChange={setNote}
      />
      <p className="quiet row">
        号码与证件号自动遮盖
        <span className="end">
          {note.length} / {NOTE_LIMIT}
        </span>
      </p>
      <div className="row wrap">
        {phrases.map((phrase) => (
          <DeskButton
            text={phrase.replace('。', '')}
            key={phrase}
            look="small"
            onClick={() => setNote((before) => before + phrase)}
          />
        ))}
      </div>
      <ErrorLine text={error} />
      <div className="row foot">
        <DeskButton
          text={detail.state === '已受理' ? '开始核查' : '保存核查记录'}
          disabled={isBusy}
          onClick={() => void examine()}
        />
        <DeskButton
          text={result === null ? '决定' : `决定：${result}`}
          type="submit"
          look="primary end"
          disabled={isBusy}
        />
      </div>
    </form>
  )
}

type Columns = NonNullable<CorrectionDeskDetail['columns']>

const differs = ({ values }: Columns['rows'][number]) => new Set(values).size > 1

/** What each source states, side by side; differing rows are tinted, and the source in force is marked. */
function SourceComparison({ columns: { sources, rows } }: { columns: Columns }) {
  const differences = rows.filter(differs).length
  return (
    <>
      <table className="sources">
        <caption className="spoken">各来源的记载</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">项目</span>
            </th>
            {sources.map(({ name, asOf }) => (
              <th key={name} scope="col">
                {name}
                <span className="two">截至 {asOf ?? '不详'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className={differs(row) ? 'differs' : ''}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, at) => (
                <td key={sources[at]?.name}>
                  {at > 0 && value === row.values[0] ? <span className="quiet">同左</span> : (value ?? '未公示')}
                  {differs(row) && sources[at]?.isInForce === true && <span className="tag ok">采用</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {sources.length > 1 && (
        <p className="quiet">{differences === 0 ? '各来源一致。' : `底色标出来源不同的 ${differences} 处。`}</p>
      )}
    </>
  )
}

/** One objection: the record, the history and the evidence beside the decision. */
export function ObjectionPage({ number }: { number: string }) {
  const found = useRead('corrections show', { number })
  return (
    <Loaded query={found}>
      {(detail) => (
        <>
          <PageHead
            title={
              <>
                <DeskLink look="quiet" to={addressOf('/corrections')} text="纠错与异议" /> / {detail.number}
              </>
            }
            note={
              <>
                <span className="tag">
                  {detail.result === null ? detail.state : `${detail.state} · ${detail.result}`}
                </span>{' '}
                <span className="tag mute">{correctionReasonLabel(detail.reason)}</span>
              </>
            }
          />
          <div className="case">
            <div className="column">
              <Disputed detail={detail} />
              <AboutCompany detail={detail} />
              <History detail={detail} />
            </div>
            <div className="column">
              <Panel title={`证据 ${detail.evidence.length || ''}`}>
                <PictureViewer action="corrections picture" number={number} pictures={detail.evidence} />
              </Panel>
              <Panel title="提交人">
                <FieldList
                  rows={[
                    ['身份', detail.claimant],
                    ['联系方式', detail.applicant ?? '已删除'],
                    ['内容', detail.content],
                    ['声明', detail.statement || null],
                  ]}
                />
              </Panel>
            </div>
            <aside className="column side-column">
              {detail.state === '已办结' ? <Decided detail={detail} /> : <CorrectionDecision detail={detail} />}
            </aside>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Disputed({ detail }: { detail: CorrectionDeskDetail }) {
  const open = detail.state !== '已办结'
  return (
    <Panel title="被争议的内容">
      <FieldList
        rows={[
          ['对象', detail.title],
          ['企业', detail.companyName || '自然人'],
          ['记录', detail.recordId],
          ['处置', open && detail.recordId !== null ? (detail.isShielding ? '已先行屏蔽' : '已标记异议处理中') : null],
        ]}
      />
      {detail.columns !== null && <SourceComparison columns={detail.columns} />}
    </Panel>
  )
}

function AboutCompany({ detail: { company } }: { detail: CorrectionDeskDetail }) {
  if (company === null) return null
  const { name, status, others } = company
  return (
    <Panel title="企业">
      <p>
        {name} <span className="quiet">{status ?? '状态未收录'}</span>
      </p>
      {others.length === 0 ? (
        <p className="quiet">没有其他异议。</p>
      ) : (
        <ul>
          {others.map((other) => (
            <li key={other.number}>
              <DeskLink to={addressOf(`/corrections/${other.number}`)} text={other.number} /> {other.title}{' '}
              <span className="quiet">{other.result ?? other.state}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function History({ detail }: { detail: CorrectionDeskDetail }) {
  return (
    <Panel title={`经过 ${detail.steps.length}`}>
      <ol className="timeline">
        {detail.steps.map((step) => (
          <li key={`${step.at} ${step.label}`}>
            <div className="row">
              <b>{step.label}</b>
              <span className="quiet end">{minuteText(step.at)}</span>
            </div>
            {step.note !== null && <p>{step.note}</p>}
            {step.content !== null && <p className="quiet">{step.content}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Decided({ detail }: { detail: CorrectionDeskDetail }) {
  const run = useAct()
  const [isAsking, setIsAsking] = useState(false)
  const { number } = detail
  return (
    <Panel title="决定">
      <FieldList
        rows={[
          ['结果', detail.result],
          ['理由', detail.note],
          ['时间', detail.decidedAt === null ? null : minuteText(detail.decidedAt)],
          ['期限', dueText(detail.dueAt, detail.decidedAt ?? detail.dueAt)],
        ]}
      />
      <DeskButton text="重新核查" onClick={() => setIsAsking(true)} />
      {isAsking && (
        <PromptDialog
          title="撤销决定，重新核查？"
          text="记录重新标记异议处理中；因这项决定屏蔽的记录恢复显示。期限从今天起 20 天。"
          reason="理由（提交人可见）"
          confirm="重新核查"
          onConfirm={({ reason }) => run('corrections reopen', { number, reason })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Panel>
  )
}
