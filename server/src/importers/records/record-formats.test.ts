import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commonColumns, formatsFile, withKinds } from './record-formats.ts'

const document = readFileSync(formatsFile, 'utf8')

it('docs/record-formats.md has the tables of the current kinds (node server/src/cli/record-formats.ts writes them)', () => {
  expect(withKinds(document)).toBe(document)
})

it('docs/record-formats.md names every common column', () => {
  for (const column of [...commonColumns, 'asOf']) expect(document).toContain(`\`${column}\``)
})
