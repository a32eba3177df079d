import { useId } from 'react'
import chips from './chip.module.css'
import { Chip } from './chip.tsx'
import field from './field.module.css'
import { Star } from './text-area.tsx'

type ChoiceFieldProps<V extends string> = {
  label: string
  options: readonly V[]
  /** Label of an option; absent: the option itself. */
  labelOf?: (option: V) => string
  value: V | null
  onChange: (value: V) => void
  /** Error below when a required choice is missing. */
  error?: string | undefined
}

/** Required choice of one option. */
export function ChoiceField<V extends string>(props: ChoiceFieldProps<V>) {
  const { label, options, labelOf = (option) => option, value, onChange, error } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={field.label}>
        {label}
        <Star />
      </legend>
      <div className={chips.grid}>
        {options.map((option) => (
          <Chip trackId="field-choice" key={option} block pressed={option === value} onClick={() => onChange(option)}>
            {labelOf(option)}
          </Chip>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
