/** Key of the device id, which is stored when the user agrees to events, or at the first login. */
export const DEVICE_ID_KEY = 'web_track_device_id'
