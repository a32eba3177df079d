import { charactersOf, toOneLine } from './wrap-text.ts'

/** Most characters of the name; file systems allow 255 bytes, and a Han character has three or four. */
const NAME_MAX = 50

/** Name of the file of a poster, without the characters that file systems refuse. */
export function posterFileName(about: string): string {
  const name = charactersOf(toOneLine(about).replaceAll(/[\\/:*?"<>|]/g, ''))
  return `百企查-${name.slice(0, NAME_MAX).join('')}.png`
}
