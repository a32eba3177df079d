import { describe, expect, it } from 'vitest'
import { isJsonDocument } from './json-rows.ts'

const columns = new Set(['name', 'status', 'creditCode', 'parties'])
const isColumn = (name: string) => columns.has(name)

describe('a text that begins like JSON', () => {
  it.each([
    ['a list', '[{"name":"甲"}]'],
    ['the answer of an API whose status is named like a column', '{"status":"200","result":{"list":[{"name":"甲"}]}}'],
  ])('is one document for %s', (_what, text) => {
    expect(isJsonDocument(text, isColumn)).toBe(true)
  })

  it.each([
    ['a row with a list', '{"name":"甲","parties":[{"name":"乙"}]}'],
    ['a row with a status and a list', '{"status":"存续","name":"甲","parties":[{"name":"乙"}]}'],
    ['rows', '{"status":"存续"}\n{"status":"注销"}'],
  ])('is one object a line for %s', (_what, text) => {
    expect(isJsonDocument(text, isColumn)).toBe(false)
  })
})
