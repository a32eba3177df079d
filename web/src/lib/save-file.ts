import { formatShanghaiDate } from './format.ts'

/** Downloads a file. Call it from an event of the user. */
export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** Name of a file with today's date in China, as in 找商机-2026-11-26.csv, so that two downloads can be told apart. */
export const datedFileName = (name: string, extension: string) =>
  `${name}-${formatShanghaiDate(new Date().toISOString())}.${extension}`
