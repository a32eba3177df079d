import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shippedFile = fileURLToPath(new URL('../../data/limits.json', import.meta.url))

type Limits = { callsPerKeyAndDay: number; buckets: Record<string, { count: number; seconds: number }[]> }

/** Not raised: counted per account, of which every journey has its own, and one journey tests this limit. */
const unchangedBuckets = ['wrongPasswordsPerAccount']

/** Writes the shipped limits, a thousand times higher, for runs that do not test limits. Returns the path. */
export function raisedLimitsFile(factor = 1000, unchanged = unchangedBuckets): string {
  const limits: Limits = JSON.parse(readFileSync(shippedFile, 'utf8'))
  for (const [name, rules] of Object.entries(limits.buckets)) {
    if (!unchanged.includes(name)) for (const rule of rules) rule.count *= factor
  }
  limits.callsPerKeyAndDay *= factor
  const file = join(mkdtempSync(join(tmpdir(), 'baiqicha-limits-')), 'limits.json')
  writeFileSync(file, JSON.stringify(limits))
  return file
}
