import { type ComponentType, lazy, Suspense } from 'react'
import { useConsentQuestion } from '../platform/agreements/consent-question.ts'
import { findPage, type Page } from '../platform/navigation/pages.ts'
import { useSession, useSessionStore } from '../platform/session/session-store.ts'
import { useUserInfoQuery } from '../platform/session/user-info-query.ts'

const nothing = () => null

/** Like `lazy`, but renders nothing if the code fails to load: the question is shown at the next start instead. */
function lazyOrNothing<P>(load: () => Promise<ComponentType<P>>) {
  return lazy<ComponentType<P>>(async () => ({ default: await load().catch(() => nothing) }))
}

const PendingDeactivation = lazyOrNothing(
  async () => (await import('../features/account/pending-deactivation.tsx')).PendingDeactivation,
)
const ConsentSheet = lazyOrNothing(async () => (await import('../features/consent/consent-sheet.tsx')).ConsentSheet)

/** Pages that show the agreements, and the one to close the account: open without consent. */
const openWithoutConsent = ['/user/agreement', '/user/user_protocol', '/user/privacy_policy', '/user/logout']
const openPages = new Set(openWithoutConsent.map(findPage))

/** Shows, on every page, what the user has to answer first: a pending deactivation, else consent. One at a time. */
export function AccountQuestions({ page }: { page: Page | undefined }) {
  const { userInfo } = useSession()
  // Data stored by an older version may lack a field, so that it does not parse. The exchange of a ticket returns the info.
  const isTicket = useSessionStore((session) => session.arrivalInfo !== null)
  useUserInfoQuery({ enabled: userInfo === null && !isTicket })
  const eraseAt = userInfo?.eraseAt ?? null
  const consent = useConsentQuestion()
  return (
    <Suspense fallback={null}>
      {eraseAt !== null ? (
        <PendingDeactivation eraseAt={eraseAt} />
      ) : (
        consent !== null && <ConsentSheet inForce={consent} isOpen={!openPages.has(page)} />
      )}
    </Suspense>
  )
}
