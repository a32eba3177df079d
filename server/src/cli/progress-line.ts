import type { Clock } from '../domain/clock.ts'
import type { ImportProgress } from '../importers/file/import-request.ts'

/** Milliseconds between two lines when the output is not a terminal. */
const LINE_EVERY = 5_000
const REDRAW_EVERY = 100

const minutes = (seconds: number) => {
  const whole = Math.max(0, Math.round(seconds))
  return whole < 60 ? `${whole} 秒` : `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
}

/** Duration and rows per second. */
export function describePace(rows: number, milliseconds: number): string {
  const seconds = Math.max(milliseconds / 1000, 0.001)
  return `用时 ${minutes(seconds)}，每秒 ${Math.round(rows / seconds)} 行`
}

/** Share read, rows per second, and the estimated time left. */
export function describeProgress(progress: ImportProgress, firstRow: number, elapsed: number): string {
  const seconds = Math.max(elapsed / 1000, 0.001)
  const rate = Math.round((progress.rowsRead - firstRow) / seconds)
  const left = progress.share > 0 ? (seconds / progress.share) * (1 - progress.share) : 0
  const percent = (progress.share * 100).toFixed(0)
  const rejected = progress.rejected > 0 ? `，未收录 ${progress.rejected}` : ''
  return `${progress.fileName}：${percent}%，${progress.rowsRead} 行，每秒 ${rate} 行${rejected}，还需约 ${minutes(left)}`
}

/** Redraws one line in a terminal; elsewhere prints a line every 5 seconds. */
export function createProgressLine(out: NodeJS.WriteStream, clock: Clock) {
  const startedAt = clock.now()
  const interval = out.isTTY ? REDRAW_EVERY : LINE_EVERY
  let shownAt = startedAt
  let firstRow: number | null = null
  let isOpen = false
  return {
    show: (progress: ImportProgress) => {
      firstRow ??= progress.rowsRead
      const now = clock.now()
      if (now - shownAt < interval) return
      shownAt = now
      const line = describeProgress(progress, firstRow, now - startedAt)
      isOpen = out.isTTY
      out.write(out.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
    },
    end: () => {
      if (isOpen) out.write('\r\u001b[K')
      isOpen = false
    },
  }
}
