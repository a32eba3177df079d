import { companyPath } from '../../domain/company-path.ts'
import { copyText } from '../../lib/copy-text.ts'

/** Address of a company's page for somebody else: it opens without login, and its back bar leads home. */
const shareLink = (id: string, place: Pick<Location, 'origin' | 'pathname'> = window.location) =>
  `${place.origin}${place.pathname}#${companyPath(id)}&isShare=1`

export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'failed'

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Hands the link to the system's share panel, or to the clipboard where there is none. Call it from a tap. */
export async function shareCompany({ id, name }: { id: string; name: string }): Promise<ShareOutcome> {
  const url = shareLink(id)
  if ('share' in navigator) {
    try {
      await navigator.share({ title: `${name} - 百企查`, url })
      return 'shared'
    } catch (error) {
      if (isCancelled(error)) return 'cancelled'
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed'
}
