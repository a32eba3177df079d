import { sessionStore } from '../storage/safe-storage.ts'

const KEY = 'isShare'

/** Follows the address: `isShare=1` sets the flag, an address without it clears it (SPEC §4). */
export function followShareFlag(search: string) {
  if (new URLSearchParams(search).get('isShare') === '1') sessionStore.write(KEY, '1')
  else sessionStore.remove(KEY)
}

/** Whether the reader came by a shared link; asking clears it. */
export function takeShareFlag(): boolean {
  const isShared = sessionStore.read(KEY) === '1'
  sessionStore.remove(KEY)
  return isShared
}
