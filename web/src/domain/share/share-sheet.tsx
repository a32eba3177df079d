import { useState } from 'react'
import { copyToClipboard } from '../../lib/copy-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { shareLink } from '../../lib/share-link.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { PosterCompany } from './poster-content.ts'
import { posterFileName } from './poster-file-name.ts'
import { PosterView } from './poster-view.tsx'
import styles from './share-sheet.module.css'
import { type PosterState, usePoster } from './use-poster.ts'

export type ShareSubject = {
  /** In-app path of the page with its query. */
  path: string
  /** Subject of the page, such as the name of a company. */
  about: string
  /** Company whose poster is offered; absent: no poster. */
  poster?: PosterCompany
}

export type ShareSheetProps = { subject: ShareSubject; open: boolean; onClose: () => void }

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** WeChat's browser downloads nothing; a long press on an image saves it. */
const canDownload = () => !/MicroMessenger/i.test(navigator.userAgent)

/**
 * The one sheet for sharing: 复制链接, 系统分享 where the browser has it, and 海报 for a company. Give it a new key per opening.
 */
export function ShareSheet({ subject, open, onClose }: ShareSheetProps) {
  const { path, about, poster: company } = subject
  const [isPoster, setIsPoster] = useState(false)
  const link = shareLink(path)
  const poster = usePoster(isPoster ? company : undefined, link)

  async function copy() {
    if (await copyToClipboard(link)) {
      onClose()
      showToast('链接已复制', { icon: 'check' })
    } else showToast('复制失败，请从地址栏复制')
  }

  async function shareBySystem() {
    try {
      await navigator.share({ title: `${about} - 百企查`, url: link })
      onClose()
    } catch (error) {
      if (!isCancelled(error)) showToast('系统分享失败，可复制链接')
    }
  }

  if (isPoster) {
    return (
      <Sheet
        open={open}
        onClose={onClose}
        title="海报"
        foot={canDownload() ? <PosterFoot about={about} state={poster.state} onCopy={() => void copy()} /> : undefined}
      >
        <PosterView
          about={about}
          state={poster.state}
          hint={canDownload() ? '也可长按图片保存' : '长按图片保存'}
          onRetry={poster.retry}
        />
      </Sheet>
    )
  }
  return (
    <Sheet open={open} onClose={onClose} title="分享">
      <p className={styles.about}>
        <bdi>{about}</bdi>
      </p>
      <ul className={styles.choices}>
        <Choice icon="copy" label="复制链接" onClick={() => void copy()} />
        {'share' in navigator && <Choice icon="share" label="系统分享" onClick={() => void shareBySystem()} />}
        {company !== undefined && <Choice icon="image" label="海报" onClick={() => setIsPoster(true)} />}
      </ul>
      <p className={styles.note}>链接不含账号信息</p>
    </Sheet>
  )
}

function Choice({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <li>
      <button track-id="share-target" type="button" className={styles.choice} onClick={onClick}>
        <span className={styles.tile}>
          <Icon name={icon} size={24} />
        </span>
        {label}
      </button>
    </li>
  )
}

function PosterFoot({ about, state, onCopy }: { about: string; state: PosterState; onCopy: () => void }) {
  return (
    <>
      <Button trackId="copy-link" tone="line" onClick={onCopy}>
        复制链接
      </Button>
      {state.type !== 'failed' && (
        <Button
          trackId="save-image"
          disabled={state.type === 'drawing'}
          onClick={() => state.type === 'drawn' && saveFile(posterFileName(about), state.file)}
        >
          保存图片
        </Button>
      )}
    </>
  )
}
