import { useId, useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import fieldLabel from '../../ui/field-label.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './debtor-form.module.css'

const ALL = '全部'

/** Provinces in the order of their codes (GB/T 2260), in the form that the query takes. */
const provinces: readonly string[] = (
  '北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 ' +
  '广东 广西 海南 重庆 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 台湾 香港 澳门'
).split(' ')

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
