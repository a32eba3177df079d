import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import styles from './company-page.module.css'

const two = (part: number) => String(part).padStart(2, '0')

/** Local time, as in 2026-11-20 10:32. */
function formatMoment(milliseconds: number) {
  const moment = new Date(milliseconds)
  return `${formatDate(moment.toISOString())} ${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** Note that the data below was loaded earlier, with its time. */
export function SavedNote({ savedAt, onRetry }: { savedAt: number; onRetry: () => void }) {
  return (
    <InfoNote tone="amber">
      <div className={styles.saved}>
        <span>当前离线，显示 {formatMoment(savedAt)} 的内容</span>
        <Button trackId="retry" tone="line" size="sm" onClick={onRetry}>
          重试
        </Button>
      </div>
    </InfoNote>
  )
}
