/** Whether the server has masked the value, which then cannot be called or written to. */
export const isMasked = (text: string) => text.includes('*')

/** `tel:` of a published number, as in 0990-5550000 转 801. null when the number is masked or holds no number. */
export function phoneLink(phone: string): string | null {
  if (isMasked(phone)) return null
  const [number = ''] = /\+?\d[\d\s\-()（）]{4,}/.exec(phone) ?? []
  const digits = number.replace(/[^\d+]/g, '')
  return digits.length < 5 ? null : `tel:${digits}`
}

/** `mailto:` of a published address. null when the address is masked or not one. */
export function mailLink(email: string): string | null {
  if (isMasked(email) || !/^[^\s@?&]+@[^\s@?&]+\.[^\s@?&]+$/.test(email)) return null
  return `mailto:${email}`
}

/** Search for an address on a map site. */
export const mapLink = (address: string) =>
  `https://uri.amap.com/search?${new URLSearchParams({ keyword: address, src: 'baiqicha' }).toString()}`

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
