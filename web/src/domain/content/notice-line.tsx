import type { Notice } from '@baiqicha/contract/home'
import { useState } from 'react'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './content.module.css'
import { type BannerActions, showComingSoon } from './open-banner.ts'

type Props = { notice: Notice | null; actions: Pick<BannerActions, 'open'> }

/** One-line notice. A tap opens its link, or its full text when it has no link. */
export function NoticeLine({ notice, actions }: Props) {
  const [isOpen, setIsOpen] = useState(false)

  if (notice === null) return null

  const open = () => {
    if (notice.link === null) return setIsOpen(true)
    return actions.open(notice.link, { login: false }) ? undefined : showComingSoon()
  }

  return (
    <>
      <button track-id="notice" type="button" className={`${utility.tapHeight} ${styles.line}`} onClick={open}>
        <Icon name="notice" size={16} className={utility.link} />
        <span className={`${utility.clip} ${utility.grow}`}>
          <span className={utility.spoken}>公告：</span>
          {notice.title}
        </span>
        <Icon name="right" size={14} className={styles.arrow} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="公告">
        <div className={styles.whole}>
          <h3 className={styles.noticeLineTitle}>{notice.title}</h3>
          <p>{notice.content}</p>
        </div>
      </Sheet>
    </>
  )
}
