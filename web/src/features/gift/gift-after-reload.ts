import { sessionStore } from '../../platform/storage/safe-storage.ts'

const KEY = 'giftClaimed'

/** A claim is followed by a reload of the page, and the guide that belongs to it has to come after (SPEC §4). */
export const giftAfterReload = {
  save: () => sessionStore.write(KEY, '1'),
  isDue: () => sessionStore.read(KEY) !== null,
  clear: () => sessionStore.remove(KEY),
}
