const usual = /^（\d{4}）[\u4e00-\u9fff0-9]+号$/
const opening = /[([{<〔【〖［｛]/g
const closing = /[)\]}>〕】〗］｝]/g

/**
 * A case number in the one way it is written here: （2024）粤0305执1234号, whatever brackets, spaces or widths it came
 * with. What is no case number stays what it says.
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
