import { expect, it } from 'vitest'
import { licenceFaults } from './licence-rules.mjs'
import { productionPackages, readLock } from './production-packages.mjs'

const faultsOf = (licence: string | undefined) => licenceFaults([{ name: 'planted', version: '1.0.0', licence }])

it('accepts every production package of the lock file', () => {
  expect(licenceFaults(productionPackages(readLock()))).toEqual([])
})

it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', 'GPL-2.0-only OR (MIT AND ISC)'])(
  'accepts %s',
  (licence) => {
    expect(faultsOf(licence)).toEqual([])
  },
)

it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1', 'MPL-2.0', 'MIT AND GPL-2.0-only', 'CC-BY-SA-4.0'])(
  'refuses the copyleft licence %s and names the package',
  (licence) => {
    expect(faultsOf(licence)).toEqual([`planted 1.0.0：许可 ${licence} 对衍生作品有许可要求`])
  },
)

it.each([undefined, 'UNLICENSED', 'SEE LICENSE IN LICENSE', 'Custom-1.0', '', '(MIT', 'MIT OR', 'MIT MIT'])(
  'refuses the unknown licence %j',
  (licence) => {
    expect(faultsOf(licence)).toEqual([`planted 1.0.0：许可 ${licence ?? '未写明'} 不在已知的许可之列`])
  },
)

it('refuses a package with a copyleft licence that is planted in the lock file', () => {
  const lock = readLock()
  lock.packages['node_modules/planted'] = { version: '1.0.0', license: 'GPL-3.0-only', integrity: 'sha512-AAAA' }
  expect(licenceFaults(productionPackages(lock))).toEqual([expect.stringContaining('planted 1.0.0')])
  lock.packages['node_modules/planted'].dev = true
  expect(licenceFaults(productionPackages(lock))).toEqual([])
})
