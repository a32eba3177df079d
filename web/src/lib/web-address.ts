/** A web address without protocol and closing slash, as readers write it. */
export const bareAddress = (text: string) =>
  text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

/** URL of a web site as sources write it (www.example.com). null when it is invalid; it is then shown as text. */
export function webAddress(text: string): string | null {
  const trimmed = text.trim()
  const isBare = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/\S*)?$/i.test(trimmed)
  if (!isBare && !/^https?:\/\/[^\s/]+/i.test(trimmed)) return null
  try {
    return new URL(isBare ? `http://${trimmed}` : trimmed).href
  } catch {
    return null
  }
}
