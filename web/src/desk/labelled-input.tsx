import { type ComponentProps, useId } from 'react'

type Attributes = 'maxLength' | 'placeholder' | 'autoComplete' | 'inputMode' | 'required' | 'min' | 'className'
type LabelledInputProps = Pick<ComponentProps<'input'>, Attributes> & {
  label: string
  value: string
  /** What is wrong with the value. */
  error?: string | undefined
  /** Lines of a text; absent: one line. */
  rows?: number
  type?: 'text' | 'date' | 'datetime-local' | 'password' | 'search'
  onChange: (value: string) => void
}

/** A labelled field with its error. */
export function LabelledInput({ label, value, error, rows, type = 'text', onChange, ...rest }: LabelledInputProps) {
  const errorId = useId()
  const common = {
    ...rest,
    value,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
  }
  return (
    <div className="field">
      <label>
        <span>{label}</span>
        {rows === undefined ? (
          <input {...common} type={type} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <textarea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />
        )}
      </label>
      {error !== undefined && (
        <small id={errorId} className="risk">
          {error}
        </small>
      )}
    </div>
  )
}

/** Time of a field in China's time zone, as the field has it, and as content has it. Empty and null: none. */
export const fieldTime = (instant: string | null | undefined): string => {
  const at = instant == null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(at) ? '' : new Date(at + 8 * 3_600_000).toISOString().slice(0, 16)
}
export const instantOfField = (text: string): string | null => (text === '' ? null : `${text}:00+08:00`)
