import { type Answer, uselessReasons } from '@baiqicha/contract/assistant'
import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast.tsx'
import { citedSources } from './cited-sources.ts'
import { updateAnswer } from './conversation-store.ts'
import styles from './sheets.module.css'

const TEXT_LIMIT = 200
type Reason = (typeof uselessReasons)[number]

/** Objection to the first cited record; null: no record is cited. */
function correctionOf({ segments }: Answer): string | null {
  const cited = citedSources(segments).find(({ citedType }) => citedType === 'record' || citedType === 'facts')
  if (cited === undefined) return null
  const recordKind = recordKindKeys.find((key) => key === cited.recordType)
  return correctionPath({
    companyId: cited.companyId,
    ...(recordKind !== undefined && { recordKind }),
    ...(cited.recordId !== null && { recordId: cited.recordId }),
  })
}

/** 无用, with its reason. 数据有误 leads to the objection to the cited record. */
export function UselessSheet({ answer, isOpen, onClose }: { answer: Answer; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [reason, setReason] = useState<Reason | null>(null)
  const [text, setText] = useState('')
  const { answerId } = answer
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(assistantRoutes.judgeAnswer, {
        answerId,
        useful: false,
        ...(reason !== null && { reason }),
        ...(text.trim() !== '' && { text: text.trim().slice(0, TEXT_LIMIT) }),
      }),
    onSuccess: () => {
      updateAnswer(answerId, { useful: false })
      onClose()
      const correction = reason === '数据有误' ? correctionOf(answer) : null
      showToast('已提交，感谢反馈', { icon: 'check', isForNextPage: true })
      if (correction !== null) void navigate(correction)
    },
    onError: (error) => showToast(rejectionOf(error)?.message ?? '提交失败，请重试'),
  })
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title="回答有什么问题"
      foot={
        <Button trackId="assistant-useless-submit" block busy={isPending} unready={reason === null} onClick={submit}>
          提交
        </Button>
      }
    >
      <div className={styles.content}>
        <fieldset className={chips.grid} aria-label="原因">
          {uselessReasons.map((option) => (
            <Chip
              key={option}
              trackId="field-choice"
              block
              pressed={reason === option}
              onClick={() => setReason(option)}
            >
              {option}
            </Chip>
          ))}
        </fieldset>
        <TextArea label="补充说明" hint="选填" value={text} onChange={setText} limit={TEXT_LIMIT} rows={3} />
        {reason === '数据有误' && <p className={styles.note}>提交后前往纠错页，可对引用的记录提出异议</p>}
      </div>
    </Sheet>
  )

  function submit() {
    if (reason === null) showToast('请选择原因')
    else mutate()
  }
}
