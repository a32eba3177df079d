import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import utility from '../../ui/utility.module.css'
import type { PosterFailure } from './poster-error.ts'
import styles from './poster-view.module.css'
import type { PosterState } from './use-poster.ts'

const failureTexts: Readonly<Record<PosterFailure, string>> = {
  blocked: '浏览器不允许网页绘图，可复制链接分享',
  memory: '设备内存不足，请关闭其他页面后重试',
  load: '网络连接失败，请检查你的网络设置',
}

type PosterViewProps = { about: string; state: PosterState; hint: string; onRetry: () => void }

/** Preview of a poster, which readers can press to save. Takes the focus of the choice that opened it. */
export function PosterView({ about, state, hint, onRetry }: PosterViewProps) {
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
