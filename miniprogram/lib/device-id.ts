const KEY = 'device_id'

/** A random id of this installation. */
export function deviceId(): string {
  const stored: unknown = wx.getStorageSync(KEY)
  if (typeof stored === 'string' && stored !== '') return stored
  const created = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 10)).join('')
  wx.setStorageSync(KEY, created)
  return created
}
