import { parseSync } from 'vite'

const HAN = /\p{Script=Han}/u
/** Marks that end a sentence. */
const SENTENCE_MARKS = /[。；！？\n]+/u
/** Longest sentence of a label or note. */
const LONGEST = 40

const tidy = (text) => text.replaceAll(/\s+/g, ' ').trim()

/** Line of every offset of a source. */
function lineReader(source) {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}

/** Nodes whose strings are types or module names, which nobody reads. */
const SILENT = new Set(['TSLiteralType', 'ImportDeclaration', 'ExportAllDeclaration'])

const isChild = (value) => typeof value === 'object' && value !== null

/** Children of a JSX element as runs of text: values stand as {…}, other elements end a run. */
function jsxTexts(children) {
  const runs = [[]]
  for (const child of children) {
    if (child.type === 'JSXText' || child.type === 'JSXExpressionContainer') runs.at(-1).push(child)
    else runs.push([])
  }
  return runs.flatMap((run) => {
    const first = run.find(({ type, value }) => type === 'JSXText' && HAN.test(value))
    if (first === undefined) return []
    const text = run.map(({ type, value }) => (type === 'JSXText' ? value : '{…}')).join('')
    return [{ offset: first.start + first.value.search(HAN), text }]
  })
}

/** Texts of one node, without those of the nodes in it. */
function ownTexts(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return [{ offset: node.start, text: node.value }]
  if (node.type === 'TemplateLiteral') {
    return [{ offset: node.start, text: node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{…}') }]
  }
  return node.type === 'JSXElement' || node.type === 'JSXFragment' ? jsxTexts(node.children) : []
}

function collect(node, texts) {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, texts)
    return
  }
  if (!isChild(node) || SILENT.has(node.type)) return
  texts.push(...ownTexts(node))
  for (const value of Object.values(node)) if (isChild(value)) collect(value, texts)
}

/** Chinese texts of a TypeScript source: strings, templates and JSX text, not comments. @throws Error on a syntax error */
export function textsOfSource(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const lineOf = lineReader(source)
  const texts = []
  collect(program.body, texts)
  return texts
    .filter(({ text }) => HAN.test(text))
    .sort((one, other) => one.offset - other.offset)
    .map(({ offset, text }) => ({ file, line: lineOf(offset), text: tidy(text) }))
}

/** Chinese lines of a JSON or Markdown file. A JSON line gives its strings. */
export function textsOfLines(file, source) {
  const stringsOf = (line) =>
    file.endsWith('.json') ? [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text) : [line]
  return source.split('\n').flatMap((line, at) =>
    stringsOf(line)
      .filter((text) => HAN.test(text))
      .map((text) => ({ file, line: at + 1, text: tidy(text) })),
  )
}

/** Whether a text has more than 40 characters between two sentence marks. */
export const isLong = (text) => text.split(SENTENCE_MARKS).some((part) => [...part.trim()].length > LONGEST)
