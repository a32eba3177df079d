import type { Field } from '@baiqicha/contract/records/fields'
import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind, Subject } from '@baiqicha/contract/records/record-kind'
import { recordSynonyms } from '../file/column-synonyms.ts'
import { compileMapping, type Mapping, readMappingText } from '../file/mapping.ts'
import { ImportRefused } from '../input/import-refused.ts'

/** Columns that every kind has beside its fields. */
export const commonColumns = [
  'companyName',
  'companyCreditCode',
  'companyRegistrationNumber',
  'sourceUrl',
  'recordStatus',
  'displayUntil',
  'removedAt',
  'removedReason',
] as const

export const unitColumnOf = (field: string) => `${field}Unit`

/** All columns of a kind: those of the canonical format, and those that a mapping may fill. */
export function columnsOf(kind: RecordKind): string[] {
  const own = Object.entries(kind.fields).flatMap(([name, { type }]) =>
    type === 'amount' ? [name, unitColumnOf(name)] : [name],
  )
  return [...new Set([...own, ...commonColumns])]
}

/** The canonical format: each column under its own name (docs/record-formats.md). */
export function canonicalMapping(kind: RecordKind): Mapping<string> {
  const columns = columnsOf(kind)
  const fields = Object.fromEntries(columns.map((column) => [column, column]))
  const file = { id: 'canonical', about: kind.title, requireColumns: false, parts: [{ asOf: 'asOf', fields }] }
  const labels = Object.fromEntries(Object.entries(kind.fields).map(([name, { label }]) => [name, label]))
  return compileMapping(columns, JSON.stringify(file), 'canonical', recordSynonyms(kind.key, labels))
}

/** `canonical`, or a mapping file of the operator for this kind. */
export function loadRecordMapping(kind: RecordKind, nameOrFile: string): Mapping<string> {
  if (nameOrFile === 'canonical') return canonicalMapping(kind)
  const mapping = compileMapping(columnsOf(kind), readMappingText(nameOrFile, 'records'), nameOrFile)
  if (mapping.keyScheme !== null || mapping.parts.some((part) => part.source !== null)) {
    throw new ImportRefused(`映射 ${nameOrFile} 有误：记录的映射不用 key，也不分来源。`)
  }
  return mapping
}

export const formatsFile = new URL('../../../../docs/record-formats.md', import.meta.url)

const START = '<!-- kinds -->\n'
const END = '<!-- /kinds -->\n'

const examples: Readonly<Record<Exclude<Field['type'], 'amount' | 'word' | 'words'>, string>> = {
  line: '',
  prose: '',
  date: '2026-03-18',
  dateTime: '2026-11-22 09:30',
  percent: '60, 60%',
  count: '2025',
  lines: '董事长；经理',
  caseNumber: '（2026）演0101执1234号',
  officer: '演示甲',
  name: '澜山演示贸易有限公司',
  certificate: '91990001MA0TE5T16H',
  contact: '0990-2345678; +86 154 0000 0001; office@lanshan.example',
  link: 'https://court.example/a.pdf',
  parties: '被告:澜山演示贸易有限公司\\|91990001MA0TE5T16H；原告:演示甲',
  passages: '[{"title":"本院认为","text":"…"}]',
  events: '[{"date":"2026-03-18","content":"…"}]',
}

function ruleOf(field: Field): string {
  if (field.type === 'amount') return `1,250.5; default unit ${field.unit}`
  if (field.type !== 'word' && field.type !== 'words') return examples[field.type]
  const aliases = Object.entries(field.aliases ?? {}).map(([alias, word]) => `${alias} → ${word}`)
  const otherwise = field.otherwise === undefined ? [] : [`default: ${field.otherwise}`]
  return [field.words.join(' · '), ...aliases, ...otherwise].join('; ')
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function subjectText(subject: Subject): string {
  if (subject.by === 'columns') return '`companyName`, `companyCreditCode`, `companyRegistrationNumber`'
  if (subject.by === 'parties') return `each of \`${subject.field}\``
  const code = subject.code === undefined ? '' : ` (code \`${subject.code}\`)`
  return `\`${subject.name}\`${code}${subject.identity === undefined ? '' : ` as ${subject.identity}`}`
}

function fieldRow([name, field]: [string, Field]): string {
  const columns = field.type === 'amount' ? [name, unitColumnOf(name)] : [name]
  return `| ${quoted(columns)} | ${field.label} | ${field.type} | ${ruleOf(field)} |`
}

function kindText(kind: RecordKind): string {
  const company = { byKey: 'its company, ', byName: 'its company by name, ' }
  const identity = `${kind.withinCompany === undefined ? '' : company[kind.withinCompany]}${quoted(kind.identity)}`
  const published =
    kind.published.length === 0
      ? 'no date of publication'
      : `date of publication: first of ${quoted(kind.published)} that has a value`
  return [
    `### ${kind.title} \`${kind.key}\``,
    '',
    `- identified by: ${identity}; the first is required`,
    `- subjects: ${kind.subjects.map(subjectText).join('; ')}`,
    `- ${published}`,
    ...(kind.displayTerm === undefined
      ? []
      : ['- the law sets the last day of publication when the source states no `displayUntil`']),
    '',
    '| column | label | type | example, words |',
    '|---|---|---|---|',
    ...Object.entries(kind.fields).map(fieldRow),
    '',
  ].join('\n')
}

/** The document with its tables generated from the current kinds. */
export function withKinds(document: string): string {
  const [before = '', rest = ''] = document.split(START)
  const [, after = ''] = rest.split(END)
  return `${before}${START}\n${allKinds.map(kindText).join('\n')}\n${END}${after}`
}
