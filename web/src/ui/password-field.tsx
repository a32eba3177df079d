import { useState } from 'react'
import styles from './field.module.css'
import { TextField } from './field.tsx'
import { Icon } from './icon.tsx'

type PasswordFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  enterKeyHint: 'next' | 'done' | 'go'
}

/** Password input with a button that shows the characters. */
export function PasswordField(input: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      {...input}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      end={
        <button
          track-id="password-show"
          type="button"
          className={styles.eye}
          aria-pressed={isShown}
          aria-label={isShown ? '隐藏密码' : '显示密码'}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eye' : 'eyeOff'} size={20} />
        </button>
      }
    />
  )
}
