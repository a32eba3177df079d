import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRODUCT_VERSION } from '../../contract/src/about.ts'
import { root } from './paths.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json'))

test('every workspace has the version of the product, and uses the others in it', () => {
  for (const workspace of ['contract', 'server', 'web']) {
    const { name, version: own, dependencies } = JSON.parse(read(`${workspace}/package.json`))
    expect([name, own]).toEqual([name, version])
    expect([name, dependencies['@baiqicha/contract'] ?? version]).toEqual([name, version])
  }
})

test('the server states the version of the product', () => {
  expect(PRODUCT_VERSION).toBe(version)
})

test('the newest section of the changelog is that of the version', () => {
  const [, newest] = read('CHANGELOG.md').match(/^## (\S+)/m) ?? []
  expect(newest).toBe(version)
})
