import { sessionStore } from '../../platform/storage/safe-storage.ts'

const KEY = 'giftClaimed'

/** Remembers across the reload after a claim that the guide must open afterwards (SPEC §4). */
export const giftAfterReload = {
  save: () => sessionStore.write(KEY, '1'),
  isDue: () => sessionStore.read(KEY) !== null,
  clear: () => sessionStore.remove(KEY),
}
