import type { SearchHistoryItem } from '@baiqicha/contract/history'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Chip } from '../../ui/chip.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './search-panel.module.css'

/** Number of chips before 展开: about four lines. */
const SHOWN_FIRST = 12

type Props = {
  items: readonly SearchHistoryItem[]
  onChoose: (text: string) => void
  onDelete: (id: string) => void
  /** Deletes all entries; resolves to whether that succeeded. */
  onClear: () => Promise<boolean>
}

/** Search history. Edit mode turns each chip into its delete button; the bin deletes all after a confirmation. */
export function SearchHistory({ items, onChoose, onDelete, onClear }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  if (items.length === 0) return null

  async function clear() {
    const isSure = await confirmDialog({
      title: '清空搜索历史？',
      text: `将删除全部 ${items.length} 条搜索记录，不可恢复`,
      confirm: '清空',
      danger: true,
    })
    if (isSure && (await onClear())) setIsEditing(false)
  }

  const shown = isOpen || isEditing ? items : items.slice(0, SHOWN_FIRST)
  return (
    <section>
      <div className={styles.head}>
        <h2>搜索历史</h2>
        <button
          track-id="list-edit"
          type="button"
          className={classNames(styles.edit, utility.tap)}
          aria-pressed={isEditing}
          onClick={() => setIsEditing(!isEditing)}
        >
          {isEditing ? '完成' : '编辑'}
        </button>
        <button
          track-id="history-clear"
          type="button"
          className={classNames(styles.clear, utility.tap)}
          aria-label="清空搜索历史"
          onClick={() => void clear()}
        >
          <Icon name="trash" size={18} />
        </button>
      </div>
      <ul className={styles.chips}>
        {shown.map((item) => (
          <li key={item.id}>
            {isEditing ? (
              <Chip trackId="history-delete-row" onClick={() => onDelete(item.id)}>
                <span className={utility.spoken}>删除</span>
                <bdi className={utility.clip}>{item.companyName}</bdi>
                <Icon name="close" size={14} />
              </Chip>
            ) : (
              <Chip trackId="history-row" onClick={() => onChoose(item.companyName)}>
                <bdi className={utility.clip}>{item.companyName}</bdi>
              </Chip>
            )}
          </li>
        ))}
        {shown.length < items.length && (
          <li>
            <Chip trackId="all" onClick={() => setIsOpen(true)}>
              全部 {items.length} 条
              <Icon name="down" size={14} />
            </Chip>
          </li>
        )}
      </ul>
    </section>
  )
}
