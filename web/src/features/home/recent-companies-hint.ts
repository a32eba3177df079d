import { localStore } from '../../platform/storage/safe-storage.ts'

const KEY = 'hadViewed'

/** Whether 继续查看 had companies on the last visit: Home keeps its space while they load. */
export const recentCompaniesHint = {
  read: () => localStore.read(KEY) !== null,
  write: (hasSome: boolean) => (hasSome ? localStore.write(KEY, '1') : localStore.remove(KEY)),
}
