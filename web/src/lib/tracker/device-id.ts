/** Key of the device id, which is stored when the user agrees to events, or at the first login. */
export const DEVICE_ID_KEY = 'web_track_device_id'

/** A random id of 32 hexadecimal digits. Pages without https have no `crypto.randomUUID`. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
