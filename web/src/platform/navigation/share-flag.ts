import { sessionStore } from '../storage/safe-storage.ts'

const KEY = 'isShare'

/** `isShare=1` in an address sets the flag; an address without it clears the flag (SPEC §4). */
export function followShareFlag(search: string) {
  if (new URLSearchParams(search).get('isShare') === '1') sessionStore.write(KEY, '1')
  else sessionStore.remove(KEY)
}

/** Returns whether the page was opened by a shared link, and clears the flag. */
export function takeShareFlag(): boolean {
  const isShared = sessionStore.read(KEY) === '1'
  sessionStore.remove(KEY)
  return isShared
}
