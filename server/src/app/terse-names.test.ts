import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { companyListItemWire } from '@baiqicha/contract/company-summary'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..', '..')
/** The one file, and the test of that file. */
const home = /^contract\/src\/company-summary(\.test)?\.ts$/

/** Fields of the item that are plain words; the others say nothing by themselves. */
const plain = new Set(['id', 'logo', 'creditCode', 'region', 'industry', 'listed', 'demo'])
const terse = Object.keys(companyListItemWire.shape).filter((name) => !plain.has(name))

const codeBelow = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

it('the terse wire names stand in one file of the code and nowhere else', () => {
  expect(terse).toHaveLength(12)
  const anyOfThem = new RegExp(`\\b(${terse.join('|')})\\b`)
  const code = ['contract/src', 'server/src', 'server/test', 'web/src', 'web/test', 'e2e'].flatMap(codeBelow)
  expect(code.length).toBeGreaterThan(100)
  const offenders = code
    .filter((file) => !home.test(file))
    .filter((file) => anyOfThem.test(readFileSync(path.join(root, file), 'utf8')))
  expect(offenders).toEqual([])
})
