import { expect, test } from 'vitest'
import { sharedNames } from './check-shared-names.mjs'

test('names what two files declare and export with one spelling', () => {
  const sources = [
    ['a.ts', 'export type Token = string\nexport const read = () => 1\n'],
    ['b.ts', 'export interface Token {}\nconst read = 2\n'],
    ['c.ts', 'export async function write() {}\n'],
  ]
  expect(sharedNames(sources)).toEqual([{ name: 'Token', paths: ['a.ts', 'b.ts'] }])
})

test('counts a schema and the type of its name in one file once', () => {
  expect(sharedNames([['a.ts', 'export const Hit = 1\nexport type Hit = typeof Hit\n']])).toEqual([])
})

test('does not count a re-export', () => {
  const sources = [
    ['a.ts', 'export const hit = 1\n'],
    ['b.ts', "export { hit } from './a.ts'\n"],
  ]
  expect(sharedNames(sources)).toEqual([])
})
