import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it.each(['=1+1', '+86', '-1', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])(
  'makes %j text, not a formula',
  (text) => {
    expect(csvOf([{ 内容: text }])).toBe(`\uFEFF"内容"\r\n"'${text}"\r\n`)
  },
)

it('quotes texts and doubles their quotation marks, so that commas and line breaks stay in one cell', () => {
  expect(csvOf([{ 甲: 'a,"b"\n', 乙: 3, 丙: null, 丁: true }])).toBe(
    '\uFEFF"甲","乙","丙","丁"\r\n"a,""b""\n",3,,"是"\r\n',
  )
})

it('is empty without rows', () => {
  expect(csvOf([])).toBe('')
})
