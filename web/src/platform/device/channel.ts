import { sessionStore } from '../storage/safe-storage.ts'

const CHANNEL_KEY = 'fr'

/** Stores the channel code `fr` of a URL for the visit: the login page is usually not the landing page. */
export function saveChannel(...queries: string[]) {
  const channel = queries.map((query) => new URLSearchParams(query).get('fr')).find((code) => code)
  if (channel) sessionStore.write(CHANNEL_KEY, channel.slice(0, 64))
}

/** Channel code of the visit; '' for none. */
export const readChannel = () => sessionStore.read(CHANNEL_KEY) ?? ''
