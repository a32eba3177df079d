import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageOf, withoutRefusedRows } from './envelope.ts'

const codec = z.codec(z.object({ n: z.string() }), z.object({ n: z.int() }), {
  decode: ({ n }) => ({ n: Number(n) }),
  encode: ({ n }) => ({ n: String(n) }),
})
const rows = z.array(codec)
const page = pageOf(codec)
const pageWith = (list: unknown) => ({ list, total: 3, totalCapped: false, page: 1, pageSize: 20 })

function decodeRest(schema: z.ZodMiniType, data: unknown) {
  const { error } = z.safeParse(schema, data)
  return withoutRefusedRows(data, error?.issues ?? [])
}

test('leaves a refused row out of an array', () => {
  expect(decodeRest(rows, [{ n: '1' }, { n: 2 }, { n: '3' }])).toEqual({ data: [{ n: '1' }, { n: '3' }], refused: 1 })
})

test('leaves refused rows out of a page and keeps its other fields', () => {
  const rest = decodeRest(page, pageWith([{ n: '1' }, null, { n: 'x' }]))
  expect(rest).toEqual({ data: pageWith([{ n: '1' }]), refused: 2 })
})

test('counts a row with several issues once', () => {
  const wide = z.array(z.object({ a: z.string(), b: z.string() }))
  expect(decodeRest(wide, [{ a: '', b: '' }, {}])).toEqual({ data: [{ a: '', b: '' }], refused: 1 })
})

test('works for encoding', () => {
  const data = pageWith([{ n: 1 }, { n: 'x' }])
  // @ts-expect-error the second row is outside the schema
  const { error } = z.safeEncode(page, data)
  expect(withoutRefusedRows(data, error?.issues ?? [])).toEqual({ data: pageWith([{ n: 1 }]), refused: 1 })
})

test.each([
  ['every row is refused', [{ n: 1 }], rows],
  ['a field beside the list is refused', { ...pageWith([{ n: '1' }]), total: 'x' }, page],
  ['a field and a row are refused', { ...pageWith([{ n: '1' }, null]), total: 'x' }, page],
  ['the list is no array', pageWith('x'), page],
  ['the response is no list', { n: 1 }, codec],
  ['the response is null', null, page],
])('returns null when %s', (_name, data, schema) => {
  expect(decodeRest(schema, data)).toBeNull()
})
