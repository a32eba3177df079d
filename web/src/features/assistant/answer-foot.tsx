import type { Answer } from '@baiqicha/contract/assistant'
import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { callApi } from '../../platform/api/client.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './answer-foot.module.css'
import { citedSources, mergeSources, paragraphsOf } from './cited-sources.ts'
import { updateAnswer } from './conversation-store.ts'
import { ShareAnswerSheet } from './share-answer-sheet.tsx'
import { UselessSheet } from './useless-sheet.tsx'

const plain = (text: string) => text.replaceAll('**', '')

/** The answer as text, with its sources and their dates. */
function copiedAnswer({ question, table, bars, disclaimer, ...answer }: Answer): string {
  const segments = mergeSources(answer.segments)
  const paragraphs = paragraphsOf(segments).map((paragraph) =>
    paragraph.map(({ text, citations }) => `${plain(text)}${citations.map(({ n }) => `[${n}]`).join('')}`).join(''),
  )
  const rows = table?.rows.map(({ label, cells }) => [label, ...cells].join('\t')) ?? []
  const head = table === null ? [] : [table.columns.map(({ label }) => label).join('\t')]
  const counts = bars === null ? [] : [bars.title, ...bars.bars.map(({ label, count }) => `${label} ${count}`)]
  const sources = citedSources(segments).map(({ n, companyName, label, sourceName, date }) =>
    [`[${n}]`, companyName, label, sourceName, date].filter((part) => part != null && part !== '').join(' '),
  )
  return [question, ...paragraphs, ...head, ...rows, ...counts, ...(sources.length === 0 ? [] : ['来源', ...sources])]
    .concat(disclaimer === '' ? [] : [disclaimer])
    .join('\n')
}

/** Judges, copies and shares an answer of the user. */
export function AnswerFoot({ answer }: { answer: Answer }) {
  const [sheet, setSheet] = useState<'useless' | 'share' | null>(null)
  const { answerId, useful } = answer
  const { mutate: praise } = useMutation({
    mutationFn: () => callApi(assistantRoutes.judgeAnswer, { answerId, useful: true }),
    onSuccess: () => {
      updateAnswer(answerId, { useful: true })
      showToast('感谢评价', { icon: 'check' })
    },
  })
  return (
    <div className={styles.actions}>
      <FootButton
        trackId="assistant-useful"
        icon="up2"
        label="有用"
        pressed={useful === true}
        onClick={() => praise()}
      />
      <FootButton
        trackId="assistant-useless"
        icon="down2"
        label="无用"
        pressed={useful === false}
        onClick={() => setSheet('useless')}
      />
      <CopyButton text={copiedAnswer(answer)} label="回答" />
      <FootButton trackId="share" icon="share" label="分享回答" onClick={() => setSheet('share')} />
      <UselessSheet answer={answer} isOpen={sheet === 'useless'} onClose={() => setSheet(null)} />
      <ShareAnswerSheet answer={answer} isOpen={sheet === 'share'} onClose={() => setSheet(null)} />
    </div>
  )
}

type FootButtonProps = {
  trackId: 'assistant-useful' | 'assistant-useless' | 'share'
  icon: IconName
  label: string
  pressed?: boolean
  onClick: () => void
}

const FootButton = ({ trackId, icon, label, pressed, onClick }: FootButtonProps) => (
  <button
    track-id={trackId}
    type="button"
    className={classNames(styles.action, utility.tap, pressed === true && styles.on)}
    aria-label={label}
    aria-pressed={pressed}
    onClick={onClick}
  >
    <Icon name={icon} size={18} />
  </button>
)
