import { sessionStore } from '../storage/safe-storage.ts'

const KEY = 'followIntent'

/**
 * Notes that a visitor wants to follow a company. Not part of the address: a link must not follow a company for the user
 * who opens it.
 */
export const saveFollowIntent = (companyId: string) => sessionStore.write(KEY, companyId)

/** Whether the visitor wanted to follow this company. Forgets it. */
export function takeFollowIntent(companyId: string): boolean {
  const wanted = sessionStore.read(KEY)
  sessionStore.remove(KEY)
  return wanted === companyId
}
