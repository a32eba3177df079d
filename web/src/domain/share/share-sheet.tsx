import { useEffect, useRef, useState } from 'react'
import { copyToClipboard } from '../../lib/copy-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { shareLink } from '../../lib/share-link.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import type { PosterSubject } from './poster-content.ts'
import { PosterError, type PosterFailure } from './poster-error.ts'
import styles from './share-sheet.module.css'
import { charactersOf, toOneLine } from './wrap-text.ts'

const failureTexts: Readonly<Record<PosterFailure, string>> = {
  blocked: '浏览器不允许网页绘图，可复制链接分享',
  memory: '设备内存不足，请关闭其他页面后重试',
  load: '网络连接失败，请检查你的网络设置',
}

type PosterViewProps = { about: string; state: PosterState; hint: string; onRetry: () => void }

/** Preview of a poster, which readers can press to save. Takes the focus of the choice that opened it. */
function PosterView({ about, state, hint, onRetry }: PosterViewProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      {state.type === 'drawing' && (
        <output className={styles.paper}>
          <span className={utility.spoken}>正在生成海报</span>
        </output>
      )}
      {state.type === 'failed' && (
        <ListState art="failed" title="海报生成失败" text={failureTexts[state.reason]} compact>
          <Button trackId="retry" onClick={onRetry}>
            <Icon name="refresh" size={18} />
            重试
          </Button>
        </ListState>
      )}
      {state.type === 'drawn' && (
        <img className={styles.paper} src={state.address} width={1080} height={1620} alt={`海报：${about}`} />
      )}
      {state.type !== 'failed' && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}

/** Most characters of the name; file systems allow 255 bytes, and a Han character has three or four. */
const NAME_MAX = 50

/** Name of the file of a poster, without the characters that file systems refuse. */
export function posterFileName(about: string): string {
  const name = charactersOf(toOneLine(about).replaceAll(/[\\/:*?"<>|]/g, ''))
  return `百企查-${name.slice(0, NAME_MAX).join('')}.png`
}

export type ShareSubject = {
  /** In-app path of the page with its query. */
  path: string
  /** Subject of the page, such as the name of a company. */
  about: string
  /** Company or comparison whose poster is offered; absent: no poster. */
  poster?: PosterSubject
  /** The sheet begins with the poster. */
  startsWithPoster?: true
}

export type ShareSheetProps = { subject: ShareSubject; open: boolean; onClose: () => void }

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** WeChat's browser downloads nothing; a long press on an image saves it. */
const canDownload = () => !/MicroMessenger/i.test(navigator.userAgent)

/**
 * The one sheet for sharing: 复制链接, 系统分享 where the browser has it, and 海报 for a company. Give it a new key per opening.
 */
export function ShareSheet({ subject, open, onClose }: ShareSheetProps) {
  const { path, about, poster: company, startsWithPoster = false } = subject
  const [isPoster, setIsPoster] = useState<boolean>(startsWithPoster)
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

type PosterState =
  | { type: 'drawing' }
  | { type: 'failed'; reason: PosterFailure }
  /** `address` is a data URL: WeChat saves no image with a blob URL. */
  | { type: 'drawn'; address: string; file: Blob }

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new PosterError('memory')))
    reader.readAsDataURL(file)
  })
}

/** Loads the code of posters and draws one. */
async function makePoster(company: PosterSubject, link: string): Promise<PosterState> {
  try {
    const { drawPoster } = await import('./draw-poster.ts').catch(() => {
      throw new PosterError('load')
    })
    const file = await drawPoster(company, link)
    return { type: 'drawn', address: await readDataUrl(file), file }
  } catch (error) {
    return { type: 'failed', reason: error instanceof PosterError ? error.reason : 'blocked' }
  }
}

/** Poster of a company, drawn again when its data change; undefined draws none. */
function usePoster(company: PosterSubject | undefined, link: string) {
  const [state, setState] = useState<PosterState>({ type: 'drawing' })

  useEffect(() => {
    if (company === undefined) return undefined
    let isCurrent = true
    void makePoster(company, link).then((made) => isCurrent && setState(made))
    return () => {
      isCurrent = false
    }
  }, [company, link])

  const retry = () => {
    setState({ type: 'drawing' })
    if (company !== undefined) void makePoster(company, link).then(setState)
  }
  return { state, retry }
}
