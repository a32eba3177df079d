import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseLimits } from '../../server/src/platform/limits/limit-rules.ts'

const shipped = fileURLToPath(new URL('../../data/limits.json', import.meta.url))
/** The most a rule may allow. */
const HIGHEST = 1_000_000_000

/** The shipped limits, each as high as it can be: one caller asks here what many would. Returns the file. */
export function highestLimitsFile(): string {
  const limits = parseLimits(readFileSync(shipped, 'utf8'))
  for (const rules of Object.values(limits.buckets)) for (const rule of rules) rule.count = HIGHEST
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'baiqicha-limits-')), 'limits.json')
  writeFileSync(file, JSON.stringify(limits))
  return file
}
