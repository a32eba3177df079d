import { useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SettingCell } from '../page/setting-cell.tsx'
import styles from './appearance-cell.module.css'

type Theme = 'system' | 'light' | 'dark'
type Appearance = { theme: Theme; isElder: boolean }
type AppearanceCellProps = { appearance: Appearance; onChange: (change: Partial<Appearance>) => void }

const themes: Readonly<Record<Theme, string>> = { system: '跟随系统', light: '浅色', dark: '深色' }
const themeKeys: readonly Theme[] = ['system', 'light', 'dark']
const sizes = [
  { isElder: false, label: '标准' },
  { isElder: true, label: '大字' },
] as const

/** Text size and colour theme. A choice takes effect immediately. */
export function AppearanceCell({ appearance: { theme, isElder }, onChange }: AppearanceCellProps) {
  const [isOpen, setIsOpen] = useState(false)
  const size = isElder ? '大字' : '标准'
  return (
    <>
      <SettingCell
        trackId="appearance"
        icon="eye"
        label="字体与外观"
        value={theme === 'system' ? size : `${size}，${themes[theme]}`}
        onOpen={() => setIsOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="字体与外观">
        <div className={styles.choices}>
          <fieldset className={styles.choice}>
            <legend className={styles.choiceTitle}>字体大小</legend>
            {sizes.map((option) => (
              <Chip
                trackId="text-size"
                key={option.label}
                block
                pressed={option.isElder === isElder}
                onClick={() => onChange({ isElder: option.isElder })}
              >
                {option.label}
              </Chip>
            ))}
          </fieldset>
          <fieldset className={styles.choice}>
            <legend className={styles.choiceTitle}>颜色</legend>
            {themeKeys.map((key) => (
              <Chip trackId="theme" key={key} block pressed={key === theme} onClick={() => onChange({ theme: key })}>
                {themes[key]}
              </Chip>
            ))}
          </fieldset>
        </div>
      </Sheet>
    </>
  )
}
