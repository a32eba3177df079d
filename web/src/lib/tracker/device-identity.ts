import { DEVICE_ID_KEY, randomUuid } from './device-id.ts'

/** Storage that may be missing or full. */
export type TrackerStorage = {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
}

const FINGERPRINT = 'web_track_fingerprint'
const CHECKED_AT = 'page_tracker_fingerprint_checked_at'
const CHECK_INTERVAL_MS = 24 * 3_600_000

type IdentityOptions = {
  storage: TrackerStorage
  /** Hash of the features of the device; it is compared on the device and never sent. */
  readFingerprint: () => Promise<string>
  now: () => number
}

export type DeviceIdentity = ReturnType<typeof createDeviceIdentity>

/** Id of the device for events. Nothing is stored before `store` is called. */
export function createDeviceIdentity({ storage, readFingerprint, now }: IdentityOptions) {
  let inMemory: string | null = null
  const stored = () => storage.read(DEVICE_ID_KEY) || null

  /** Stored id; without consent to store, one that lasts until the page is closed. */
  const id = () => {
    inMemory = stored() ?? inMemory ?? randomUuid()
    return inMemory
  }

  return {
    id,
    /** Stores the id, also the one used in memory until now. */
    store: () => storage.write(DEVICE_ID_KEY, id()),
    /** Removes everything stored; the next id is another one. */
    forget() {
      for (const key of [DEVICE_ID_KEY, FINGERPRINT, CHECKED_AT]) storage.remove(key)
      inMemory = null
    },
    /**
     * Compares the fingerprint, at most once in 24 hours. When it has changed, as after a restored backup, the device gets
     * a new id. Returns both ids then; null otherwise.
     */
    async check() {
      const oldDeviceId = stored()
      const checkedAt = Number(storage.read(CHECKED_AT) ?? Number.NaN)
      if (oldDeviceId === null || Math.abs(now() - checkedAt) < CHECK_INTERVAL_MS) return null
      const fingerprint = await readFingerprint()
      // The id may have been removed while the fingerprint was read: a refusal leaves nothing stored.
      if (stored() !== oldDeviceId) return null
      const known = storage.read(FINGERPRINT)
      storage.write(CHECKED_AT, String(now()))
      storage.write(FINGERPRINT, fingerprint)
      if (known === null || known === fingerprint) return null
      const newDeviceId = randomUuid()
      inMemory = newDeviceId
      storage.write(DEVICE_ID_KEY, newDeviceId)
      return { oldDeviceId, newDeviceId }
    },
  }
}
