import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Who vouches for people in journeys. */
export const PARTNER = { source: 'e2e-partner', secret: 'only-for-journeys-0123456789abcdef' } as const

/** A file that names it to the server. Returns the file. */
export function partnersFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'baiqicha-partners-')), 'partners.json')
  writeFileSync(file, JSON.stringify({ [PARTNER.source]: PARTNER.secret }))
  return file
}
