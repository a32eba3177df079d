import { copyText } from '../lib/copy-text.ts'
import { showToast } from '../ui/toast.tsx'

/** An address of a page of ours for somebody else: its back bar leads home. */
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
 * Hands the link of a page to the system's share panel, or to the clipboard where there is none, and says which.
 * `path` is an address inside the app with a query, `about` what the page is of. Call it from a tap.
 */
export async function sharePage(path: string, about: string): Promise<void> {
  const message = messages[await share(`${about} - 百企查`, shareLink(path))]
  if (message !== null) showToast(message)
}
