import { QUESTION_LENGTH } from '@baiqicha/contract/assistant'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './assistant-page.module.css'

/** Id of the field. */
export const QUESTION_FIELD = 'assistant-question'

/** Height at which the field scrolls instead of growing. Px. */
const MOST_HEIGHT = 120

type Props = {
  text: string
  onChange: (text: string) => void
  placeholder: string
  isBusy: boolean
  isFocusedFirst: boolean
  onSubmit: () => void
}

/** Field that grows with the question. Enter sends, Shift + Enter breaks the line. */
export function Composer({ text, onChange, placeholder, isBusy, isFocusedFirst, onSubmit }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const over = text.length - QUESTION_LENGTH

  useEffect(() => {
    if (isFocusedFirst) field.current?.focus({ preventScroll: true })
  }, [isFocusedFirst])

  useLayoutEffect(() => {
    const area = field.current
    if (area === null) return
    area.style.height = 'auto'
    area.style.height = text === '' ? 'auto' : `${Math.min(area.scrollHeight, MOST_HEIGHT)}px`
  }, [text])

  const canSend = text.trim() !== '' && over <= 0 && !isBusy
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (canSend) onSubmit()
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSubmit()
      }}
    >
      <textarea
        track-id="assistant-question"
        id={QUESTION_FIELD}
        ref={field}
        className={styles.field}
        rows={1}
        value={text}
        placeholder={placeholder}
        aria-label="问题"
        aria-describedby={over > 0 ? 'question-over' : undefined}
        aria-invalid={over > 0}
        enterKeyHint="send"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={send}
      />
      <button
        track-id="assistant-send"
        type="submit"
        className={`${styles.send} ${utility.tap}`}
        aria-label="发送"
        aria-disabled={!canSend}
      >
        <Icon name="send" size={20} />
      </button>
      {over > 0 && (
        <p id="question-over" className={styles.over} role="alert">
          最多 {QUESTION_LENGTH} 字，请删去 {over} 字
        </p>
      )}
    </form>
  )
}
