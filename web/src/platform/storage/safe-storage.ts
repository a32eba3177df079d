/**
 * Browser storage that never throws: private windows and full disks refuse access, and the app works without it.
 * `localStore` is permanent, `sessionStore` lasts as long as the window.
 */
export type SafeStorage = {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
  clear: () => void
}

function safely(pick: () => Storage): SafeStorage {
  const attempt = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      return act(pick())
    } catch {
      return otherwise
    }
  }
  return {
    read: (key) => attempt<string | null>((storage) => storage.getItem(key), null),
    write: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    clear: () => attempt((storage) => storage.clear(), undefined),
  }
}

export const localStore = safely(() => window.localStorage)
export const sessionStore = safely(() => window.sessionStorage)

/** Parsed JSON, or null when absent or unreadable. */
export function readJson(storage: SafeStorage, key: string): unknown {
  const text = storage.read(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
