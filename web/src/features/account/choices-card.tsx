import type { UserDetail } from '@baiqicha/contract/account'
import type { Choice } from '@baiqicha/contract/membership'
import { useState } from 'react'
import type { GiftChoiceKind } from '../../domain/gift/choice-limit.ts'
import { classNames } from '../../lib/class-names.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import { choiceKinds } from './choice-kinds.ts'
import { ChoicesSheet } from './choices-sheet.tsx'
import styles from './profile.module.css'

/** Identity and industry, both optional. */
export function ChoicesCard({ user }: { user: UserDetail }) {
  return (
    <Card label="身份与行业">
      <ChoiceGroup kind="career" chosen={user.careerList} />
      <ChoiceGroup kind="industry" chosen={user.industryList} />
      <p className={styles.note}>选填，用于个性化服务，不填不影响使用。</p>
    </Card>
  )
}

function ChoiceGroup({ kind, chosen }: { kind: GiftChoiceKind; chosen: readonly Choice[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const { title, save } = choiceKinds[kind]

  const open = () => {
    setOpening(opening + 1)
    setIsOpen(true)
  }
  const confirmAndDelete = async () => {
    const isSure = await confirmDialog({
      title: `删除${title}？`,
      text: `将删除已选择的 ${chosen.length} 项`,
      confirm: '删除',
      danger: true,
    })
    if (!isSure) return
    try {
      await save([], `已删除${title}`)
    } catch (error) {
      const rejection = rejectionOf(error)
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
    }
  }

  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.groupHead}>
        <h2 className={styles.groupTitle}>{title}</h2>
        {chosen.length > 0 && (
          <button
            track-id="delete"
            data-track-label="删除"
            type="button"
            className={classNames(styles.delete, utility.tap)}
            aria-label={`删除${title}`}
            onClick={() => void confirmAndDelete()}
          >
            删除
          </button>
        )}
        <button
          track-id="choices-edit"
          data-track-label="编辑"
          type="button"
          className={classNames(styles.edit, utility.tap)}
          aria-label={`编辑${title}`}
          onClick={open}
        >
          编辑
        </button>
      </div>
      {chosen.length === 0 ? (
        <p className={styles.none}>未选择</p>
      ) : (
        <ul className={styles.chosen}>
          {chosen.map(({ id, name }) => (
            <li key={id} className={styles.choice}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <ChoicesSheet key={opening} kind={kind} chosen={chosen} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  )
}
