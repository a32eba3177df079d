import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shipped = fileURLToPath(new URL('../../data/limits.json', import.meta.url))

type Limits = { guessesPerSmsCode: number; buckets: Record<string, { count: number; seconds: number }[]> }

/** Spent per account, and every journey has its own; one is about it. */
const asShipped = ['wrongPasswordsPerAccount']

/** The shipped limits a thousand times higher, for journeys and audits that are not about limits. Returns the file. */
export function raisedLimitsFile(factor = 1000, unchanged = asShipped): string {
  const limits: Limits = JSON.parse(readFileSync(shipped, 'utf8'))
  for (const [name, rules] of Object.entries(limits.buckets)) {
    if (!unchanged.includes(name)) for (const rule of rules) rule.count *= factor
  }
  const file = join(mkdtempSync(join(tmpdir(), 'baiqicha-limits-')), 'limits.json')
  writeFileSync(file, JSON.stringify(limits))
  return file
}
