import { sessionStore } from '../../platform/storage/safe-storage.ts'

const KEY = 'giftClaimed'

/** Toast of a claim (SPEC §5), also after the reload. */
export const GIFT_CLAIMED = '恭喜您，成功领取两年会员'

/** Remembers across the reload after a claim that the guide must open afterwards (SPEC §4). */
export const giftAfterReload = {
  save: () => sessionStore.write(KEY, '1'),
  isDue: () => sessionStore.read(KEY) !== null,
  clear: () => sessionStore.remove(KEY),
}
