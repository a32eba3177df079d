import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The partner that issues login tickets in journeys. */
export const PARTNER = { source: 'e2e-partner', secret: 'only-for-journeys-0123456789abcdef' } as const

/** Writes the partner's configuration for the server. Returns the path. */
export function partnersFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'baiqicha-partners-')), 'partners.json')
  writeFileSync(file, JSON.stringify({ [PARTNER.source]: PARTNER.secret }))
  return file
}
