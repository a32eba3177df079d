import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync(['*.md', '{bench,data,deploy,docs,server/src}/**/*.md'], { cwd: root })
const pages = files.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
)

/** Files that the links of a page lead to. */
const linksOf = ({ file, text }: (typeof pages)[number]) =>
  [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => path.join(path.dirname(file), link))

it('every link of a document leads to a file', () => {
  expect(pages.flatMap(linksOf).filter((link) => !existsSync(path.join(root, link)))).toEqual([])
})

it('every npm script that a document names exists', () => {
  const named = pages.flatMap(({ text }) => [...text.matchAll(/npm run (?:-s |--silent )?([\w:-]*\w)(?![\w:<])/g)])
  expect(named.length).toBeGreaterThan(100)
  expect(named.map(([, name = '']) => name).filter((name) => scripts[name] === undefined)).toEqual([])
})

it('every page of docs is linked from another document, and every decision from the index', () => {
  const linked = new Set(pages.flatMap(linksOf))
  const index = new Set(pages.filter(({ file }) => file === 'docs/decisions/README.md').flatMap(linksOf))
  const docs = files.filter((file) => file.startsWith('docs/'))
  expect(docs.filter((file) => !(/\/decisions\/\d/.test(file) ? index : linked).has(file))).toEqual([])
})

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')

/** Cells of every table row under a heading of the glossary; the header and its rule are left out. */
const rows = glossary
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)

it('each Chinese term occurs once', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(repeated(rows.map(([, term = '']) => term))).toEqual([])
})

it('each code term occurs in one row', () => {
  const nouns = rows.map(([, , code = '']) => /^`([^`]+)`/.exec(code)?.[1] ?? '')
  expect(nouns).not.toContain('')
  expect(repeated(nouns)).toEqual([])
})
