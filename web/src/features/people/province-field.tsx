import { useId, useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import fieldLabel from '../../ui/field-label.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './debtor-form.module.css'
import { provinces } from './provinces.ts'

const ALL = '全部'

/** Choice of a province in a sheet; empty: all. */
export function ProvinceField({ value, onChange }: { value: string; onChange: (province: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const choose = (province: string) => {
    setOpen(false)
    onChange(province)
  }
  return (
    <div>
      <p id={id} className={fieldLabel.label}>
        省份
      </p>
      <button
        track-id="province"
        data-track-label="省份"
        type="button"
        className={styles.province}
        aria-haspopup="dialog"
        aria-label={`省份：${value === '' ? ALL : value}`}
        onClick={() => setOpen(true)}
      >
        {value === '' ? ALL : value}
        <Icon name="down" size={18} />
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="省份">
        <fieldset className={`${chips.grid} ${styles.provinces}`} aria-labelledby={id}>
          <Chip trackId="province-choice" block pressed={value === ''} onClick={() => choose('')}>
            {ALL}
          </Chip>
          {provinces.map((province) => (
            <Chip
              trackId="province-choice"
              key={province}
              block
              pressed={province === value}
              onClick={() => choose(province)}
            >
              {province}
            </Chip>
          ))}
        </fieldset>
      </Sheet>
    </div>
  )
}
