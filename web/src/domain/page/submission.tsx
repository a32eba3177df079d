import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from '../../lib/router/router.tsx'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import utility from '../../ui/utility.module.css'
import { PageFailed } from './page-failed.tsx'
import styles from './submission.module.css'

// What objections and feedback share: a form, a number to follow them by, and a list of the user's own.

type NumberFormProps = {
  /** Accessible name of the form. */
  purpose: string
  /** Name of the number, such as 异议编号. */
  label: string
  placeholder: string
  /** Error for a text that is no such number. */
  fault: string
  accepts: (number: string) => boolean
  onSubmit: (number: string) => void
}

/** Looks up an objection or feedback by its number. */
export function NumberForm({ purpose, label, placeholder, fault, accepts, onSubmit }: NumberFormProps) {
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = number.trim()
    if (accepts(typed)) return onSubmit(typed)
    setError(fault)
    input.current?.focus()
  }

  return (
    <form className={styles.follow} noValidate aria-label={purpose} onSubmit={submit}>
      <TextField
        ref={input}
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={40}
        value={number}
        onChange={(text) => {
          setNumber(text)
          setError(undefined)
        }}
        error={error}
      />
      <Button trackId="correction-status" type="submit">
        查进度
      </Button>
    </form>
  )
}

type NumberFailedProps = {
  /** Letters that every such number begins with. */
  prefix: string
  /** null: no submission has the number. */
  reason: string | null
  onRetype: () => void
  onRetry: () => void
}

/** Page of a number that could not be shown. */
export function NumberFailed({ prefix, reason, onRetype, onRetry }: NumberFailedProps) {
  if (reason !== null) return <PageFailed reason={reason} onRetry={onRetry} />
  return (
    <ListState art="nothing" title="未找到该编号" text={`请核对编号（以 ${prefix} 开头，提交成功时显示）`}>
      <Button trackId="retype" onClick={onRetype}>
        重新输入
      </Button>
    </ListState>
  )
}

type SubmissionRowProps = { trackId: TrackId; to: string; title: ReactNode; caption: ReactNode; tag: ReactNode }

/** Row of a list of submissions. */
export const SubmissionRow = ({ trackId, to, title, caption, tag }: SubmissionRowProps) => (
  <li>
    <Link track-id={trackId} to={to} className={styles.row}>
      <span className={utility.grow}>
        {title}
        <span className={styles.caption}>{caption}</span>
      </span>
      {tag}
      <Icon name="right" size={16} />
    </Link>
  </li>
)

type SubmitFootProps = { trackId: TrackId; label: string; isBusy: boolean; failure: string | undefined }

/** Foot of a form, which stays at the lower edge: the button, below the reason why the form was not sent. */
export const SubmitFoot = ({ trackId, label, isBusy, failure }: SubmitFootProps) => (
  <footer className={styles.foot}>
    {failure !== undefined && (
      <p className={styles.failure} role="alert">
        提交失败：{failure}。已填写的内容已保留。
      </p>
    )}
    <Button trackId={trackId} type="submit" block busy={isBusy}>
      {isBusy ? '正在提交…' : label}
    </Button>
  </footer>
)
