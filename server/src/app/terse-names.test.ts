import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { companyListItemWire } from '@baiqicha/contract/company-summary'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..', '..')
/** The only file that may use the terse names, apart from its own test. */
const home = 'contract/src/company-summary.ts'
const homeTest = 'contract/src/company-summary.test.ts'
/** The crawl judges answers as they are sent, with no schema in between. */
const crawl = ['server/test/crawl/answer-violations.ts', 'server/src/app/answer-violations.test.ts']

/** Wire fields that are plain words. All other fields are abbreviations. */
const plain = new Set([
  'id',
  'logo',
  'logoText',
  'briefName',
  'creditCode',
  'region',
  'industry',
  'listed',
  'demo',
  'leadingOfficer',
  'listEntry',
])
const fields = Object.keys(companyListItemWire.shape)
const terse = fields.filter((name) => !plain.has(name))

const codeBelow = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

it('only company-summary.ts uses the terse wire names', () => {
  const anyTerseName = new RegExp(`\\b(${terse.join('|')})\\b`)
  const usesTerseName = (file: string) => anyTerseName.test(readFileSync(path.join(root, file), 'utf8'))
  const code = ['contract/src', 'server/src', 'server/test', 'web/src', 'web/test', 'e2e'].flatMap(codeBelow)
  expect(code.filter((file) => file !== homeTest && !crawl.includes(file) && usesTerseName(file))).toEqual([home])
})

it('every plain name is a field of the wire item', () => {
  expect([...plain].filter((name) => !fields.includes(name))).toEqual([])
})
