import { type CorrectionResult, correctionResults } from '@baiqicha/contract/correction'
import type { CorrectionDeskDetail } from '@baiqicha/contract/desk/corrections'
import { type FormEvent, useState } from 'react'
import { DeskButton, ErrorLine, LabelledInput } from './elements.tsx'
import { SuppressionPreview } from './suppression-effects.tsx'
import { dueText, isSoon } from './time-text.ts'
import { useAct, useAttempt } from './use-action.ts'
import { useNow } from './use-now.ts'

const effects: Record<CorrectionResult, string> = {
  已更正: '来源更正后的数据已导入；标记解除',
  已移除: '屏蔽这条记录',
  维持: '来源确认无误；理由与说明并列显示',
  无法确认: '双方均无法证明；写明双方立场',
}
const phrases = ['来源已移出。', '来源确认无误。', '双方均无法提供证明。']
const NOTE_LIMIT = 500

/** The form that examines and decides an objection. A refused input stays. */
export function CorrectionDecision({ detail }: { detail: CorrectionDeskDetail }) {
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
