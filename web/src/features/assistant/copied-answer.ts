import type { Answer } from '@baiqicha/contract/assistant'
import { citedSources, mergeSources, paragraphsOf } from './cited-sources.ts'

const plain = (text: string) => text.replaceAll('**', '')

/** The answer as text, with its sources and their dates. */
export function copiedAnswer({ question, table, bars, disclaimer, ...answer }: Answer): string {
  const segments = mergeSources(answer.segments)
  const paragraphs = paragraphsOf(segments).map((paragraph) =>
    paragraph.map(({ text, citations }) => `${plain(text)}${citations.map(({ n }) => `[${n}]`).join('')}`).join(''),
  )
  const rows = table?.rows.map(({ label, cells }) => [label, ...cells].join('\t')) ?? []
  const head = table === null ? [] : [table.columns.map(({ label }) => label).join('\t')]
  const counts = bars === null ? [] : [bars.title, ...bars.bars.map(({ label, count }) => `${label} ${count}`)]
  const sources = citedSources(segments).map(({ n, companyName, label, sourceName, date }) =>
    [`[${n}]`, companyName, label, sourceName, date].filter((part) => part != null && part !== '').join(' '),
  )
  return [question, ...paragraphs, ...head, ...rows, ...counts, ...(sources.length === 0 ? [] : ['来源', ...sources])]
    .concat(disclaimer === '' ? [] : [disclaimer])
    .join('\n')
}
