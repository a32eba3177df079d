const usual = /^（\d{4}）[\u4e00-\u9fff0-9]+号$/
const opening = /[([{<〔【〖［｛]/g
const closing = /[)\]}>〕】〗］｝]/g

/**
 * Normalises a case number to （2024）粤0305执1234号, whatever brackets, spaces or widths the source used. Returns other
 * texts unchanged.
 */
export function caseNumberOf(text: string): string {
  if (usual.test(text)) return text
  const written = text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^案号[:：]?/, '')
    .replace(opening, '（')
    .replace(closing, '）')
  return /^（\d{4}）\D+.*\d$/.test(written) ? `${written}号` : written
}
