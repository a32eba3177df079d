import { expect, test } from 'vitest'
import { isLong, textsOfLines, textsOfSource } from './texts.mjs'

const source = `import styles from './中文.css'
// 注释不算
const title = '未查询到记录'
type Kind = '类型'
const count = (n: number) => \`另 \${n} 名\`
export const View = ({ n }: { n: number }) => (
  <section aria-label="股东">
    <p>
      另有 {n} 条 <b>未列出</b>
    </p>
    {n > 0 ? '展开' : 'plain'}
  </section>
)
`

test('the texts of a source are its Chinese strings, templates and JSX texts, with their lines', () => {
  const texts = textsOfSource('view.tsx', source).map(({ line, text }) => [line, text])
  expect(texts).toEqual([
    [3, '未查询到记录'],
    [5, '另 {…} 名'],
    [7, '股东'],
    [9, '另有 {…} 条'],
    [9, '未列出'],
    [11, '展开'],
  ])
})

test('a source with a syntax error is refused', () => {
  expect(() => textsOfSource('broken.ts', "const = '文'")).toThrow('broken.ts')
})

test('a JSON line gives its strings, and another file its lines', () => {
  expect(textsOfLines('a.json', '{\n  "title": "企业",\n  "id": "x"\n}')).toEqual([
    { file: 'a.json', line: 2, text: '企业' },
  ])
  expect(textsOfLines('a.md', '# 协议\n\nplain\n')).toEqual([{ file: 'a.md', line: 1, text: '# 协议' }])
})

test.each([
  ['字'.repeat(40), false],
  ['字'.repeat(41), true],
  [`${'字'.repeat(30)}。${'字'.repeat(30)}。`, false],
])('a sentence is long beyond 40 characters', (text, expected) => {
  expect(isLong(text)).toBe(expected)
})
