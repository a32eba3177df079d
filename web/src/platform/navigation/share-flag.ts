import { sessionStore } from '../storage/safe-storage.ts'

const KEY = 'isShare'

/** Stores the share flag of a URL: `isShare=1` sets it, a URL without it clears it (SPEC §4). */
export function followShareFlag(search: string) {
  if (new URLSearchParams(search).get('isShare') === '1') sessionStore.write(KEY, '1')
  else sessionStore.remove(KEY)
}

/** Whether the user came through a shared link; reading clears the flag. */
export function takeShareFlag(): boolean {
  const isShared = sessionStore.read(KEY) === '1'
  sessionStore.remove(KEY)
  return isShared
}
