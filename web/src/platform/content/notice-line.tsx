import type { Notice } from '@baiqicha/contract/home'
import { useState } from 'react'
import { useNavigate } from '../../lib/router/router.tsx'
import { FirstIcon as Icon } from '../../ui/first-icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import { messages } from '../api/messages.ts'
import { parseJumpUrl } from '../navigation/jump-target.ts'
import { openSite } from '../navigation/open-site.ts'
import styles from './notice-line.module.css'

type Props = { notice: Notice | null; jumpHosts: readonly string[] }

/** One-line notice. A tap opens its link, or its full text when it has no link. */
export function NoticeLine({ notice, jumpHosts }: Props) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)

  if (notice === null) return null

  const open = () => {
    if (notice.link === null) return setIsOpen(true)
    const target = parseJumpUrl(notice.link, jumpHosts)
    if (target === null) return showToast(messages.comingSoon)
    if (target.type === 'page') return void navigate(target.path)
    return openSite(target.url)
  }

  return (
    <>
      <button type="button" className={styles.line} onClick={open}>
        <Icon name="notice" size={16} className={styles.horn} />
        <span className={`${utility.clip} ${utility.grow}`}>
          <span className={utility.spoken}>公告：</span>
          {notice.title}
        </span>
        <Icon name="right" size={14} className={styles.arrow} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="公告">
        <div className={styles.whole}>
          <h3 className={styles.title}>{notice.title}</h3>
          <p>{notice.content}</p>
        </div>
      </Sheet>
    </>
  )
}
