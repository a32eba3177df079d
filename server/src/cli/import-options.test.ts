import { PassThrough, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { askCoverage } from './import-options.ts'

async function ask(typed: readonly string[]) {
  const output = new PassThrough()
  const input = Readable.from(typed.map((line) => `${line}\n`))
  const answer = askCoverage({ reason: '须说明覆盖哪些企业。', input, output })
  return { answer, shown: () => String(output.read()) }
}

it('asks again until the answer is valid', async () => {
  const { answer, shown } = await ask(['厦门', ' regions=3502 ', 'all'])
  expect(await answer).toBe('regions=3502')
  expect(shown()).toMatch(/^须说明覆盖哪些企业。\n覆盖范围.+“厦门”不是有效的覆盖范围。\n覆盖范围/s)
})

it.each([
  ['an empty line', ['', 'all']],
  ['the end of the input', []],
  ['invalid answers only', ['厦门']],
])('has no default: %s refuses the import', async (_name, typed) => {
  const { answer } = await ask(typed)
  await expect(answer).rejects.toThrow(ImportRefused)
})
