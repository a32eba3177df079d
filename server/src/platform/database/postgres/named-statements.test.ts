import { expect, it } from 'vitest'
import { createStatementNames } from './named-statements.ts'

const repeated = (nameOf: (text: string) => string | undefined, text: string) =>
  [1, 2, 3, 4].map(() => nameOf(text)).at(-1)

it('names a statement that is repeated, and always by the same name', () => {
  const nameOf = createStatementNames()
  const text = 'select "id" from "company" where "id" in ($1)'
  expect(nameOf(text)).toBeUndefined()
  const name = repeated(nameOf, text)
  expect(name).toEqual(expect.any(String))
  expect(nameOf(text)).toBe(name)
  expect(repeated(nameOf, 'select "id" from "source"')).not.toBe(name)
})

it('names no statement whose result gains a new column of its table', () => {
  const nameOf = createStatementNames()
  for (const text of [
    'select * from "company" where "id" in ($1)',
    'select (select count(*) from "record") as "records", "company".* from "company"',
    'delete from "lease" where "name" = $1 returning *',
  ])
    expect(repeated(nameOf, text)).toBeUndefined()
  expect(repeated(nameOf, 'select "id" from (select found.* from "record" as found) as "subject"')).toBeDefined()
})

it('names a limited number of statements', () => {
  const nameOf = createStatementNames()
  const names = Array.from({ length: 400 }, (_, at) => repeated(nameOf, `select ${at}`))
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(256)
})
