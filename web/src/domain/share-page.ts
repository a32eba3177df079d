import { copyText } from '../lib/copy-text.ts'
import { showToast } from '../ui/toast.tsx'

/** URL for sharing a page: its back button leads to Home. */
const shareLink = (path: string, location: Pick<Location, 'origin' | 'pathname'> = window.location) =>
  `${location.origin}${location.pathname}#${path}&isShare=1`

type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'failed'

const messages = { shared: null, cancelled: null, copied: '链接已复制', failed: '复制失败，请从地址栏复制' } as const

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

async function share(title: string, url: string): Promise<ShareOutcome> {
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url })
      return 'shared'
    } catch (error) {
      if (isCancelled(error)) return 'cancelled'
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed'
}

/**
 * Shares the URL of a page through the system's share dialog, or copies it when there is none, and shows the outcome.
 * `path` is an in-app path with a query, `about` the subject of the page. Call it from a click handler: browsers
 * require a user gesture.
 */
export async function sharePage(path: string, about: string): Promise<void> {
  const message = messages[await share(`${about} - 百企查`, shareLink(path))]
  if (message !== null) showToast(message)
}
