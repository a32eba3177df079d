import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { parseJson } from '../../platform/json.ts'
import { cellWithUnit } from '../input/header.ts'
import { ImportRefused } from '../input/import-refused.ts'
import type { Cells, Table } from '../input/table-rows.ts'

/** Rule for one value of a row. */
const valueSchema = z.union([
  z.string(),
  z.strictObject({
    column: z.string(),
    /** Takes only the part of the cell that matches this pattern; empty without a match. */
    match: z.optional(z.string()),
    /** Translates the cell; undefined for a cell that is not listed. */
    map: z.optional(z.record(z.string(), z.string())),
    /** Follows a bare number, as the 万元 of 注册资本(万元). */
    unit: z.optional(z.string()),
  }),
  /** Combines cells, as in {short_name}@{start_date}; undefined when the first cell is empty. */
  z.strictObject({ template: z.string() }),
  z.strictObject({ value: z.string() }),
])
type ValueRule = z.infer<typeof valueSchema>

const partSchema = z.strictObject({
  /** Reads the part only when the cell is (`in`) or is not (`notIn`) one of these. */
  when: z.optional(
    z.strictObject({
      column: z.string(),
      in: z.optional(z.array(z.string())),
      notIn: z.optional(z.array(z.string())),
    }),
  ),
  /** Default: the source of the import. */
  source: z.optional(z.string()),
  /** null: the part has no date, so that any other statement supersedes it. Default: the date of the source. */
  asOf: z.optional(z.nullable(valueSchema)),
  fields: z.record(z.string(), valueSchema),
})

const mappingSchema = z.strictObject({
  id: z.string(),
  about: z.string(),
  /** Whether the file must have every column that the mapping reads. */
  requireColumns: z.boolean(),
  /** The source's own key. Sources with the same scheme share keys; the default scheme is the source. */
  key: z.optional(
    z.strictObject({
      scheme: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, '只用小写字母、数字和连字符'))),
      value: valueSchema,
    }),
  ),
  /** One part per source, for files that combine several sources. */
  parts: z.array(partSchema).check(z.minLength(1)),
})
type MappingFile = z.infer<typeof mappingSchema>

type Read = (cells: Cells) => unknown

export type Mapping<Field extends string> = {
  id: string
  /** The text of the file; it identifies the import. */
  text: string
  keyScheme: string | null
  readKey: Read
  parts: {
    applies: (cells: Cells) => boolean
    source: string | null
    readAsOf: Read
    /** Whether the as-of of the source does not apply. */
    isUndated: boolean
    reads: [Field, Read][]
  }[]
  /** Columns that the mapping reads, in the order of `Cells`. */
  columns: readonly string[]
  /** Columns by the names that portals give them; only our own formats have some. */
  synonyms: ReadonlyMap<string, string>
  requireColumns: boolean
}

const shipped = {
  companies: new URL('./mappings/', import.meta.url),
  records: new URL('./mappings/records/', import.meta.url),
}

/** Reads a mapping that ships, by its name, or a mapping file of the operator, by its path. */
export function readMappingText(nameOrFile: string, of: keyof typeof shipped): string {
  const isName = /^[a-z0-9-]+$/.test(nameOrFile)
  try {
    return readFileSync(isName ? new URL(`${nameOrFile}.json`, shipped[of]) : nameOrFile, 'utf8')
  } catch {
    throw new ImportRefused(`未找到映射 ${path.basename(nameOrFile)}。`)
  }
}

/** Compiles a mapping to the given fields; parts read them in the order of `fields`. */
export function compileMapping<Field extends string>(
  fields: readonly Field[],
  text: string,
  name: string,
  synonyms: ReadonlyMap<string, string> = new Map(),
): Mapping<Field> {
  const file = parseMapping(fields, text, name)
  const columns: string[] = []
  const read = (rule: ValueRule | null | undefined) =>
    rule === undefined || rule === null ? () => undefined : compileValue(rule, columns)
  return {
    id: file.id,
    text,
    keyScheme: file.key?.scheme ?? null,
    readKey: read(file.key?.value),
    parts: file.parts.map((part) => ({
      applies: compileCondition(part.when, columns),
      source: part.source ?? null,
      readAsOf: read(part.asOf),
      isUndated: part.asOf === null,
      reads: fields.flatMap((field): [Field, Read][] => {
        const rule = part.fields[field]
        return rule === undefined ? [] : [[field, read(rule)]]
      }),
    })),
    columns,
    synonyms,
    requireColumns: file.requireColumns,
  }
}

function parseMapping(fields: readonly string[], text: string, name: string): MappingFile {
  const json = parseJson(text)
  if (json === undefined) throw new ImportRefused(`映射 ${name} 不是 JSON。`)
  const parsed = z.safeParse(mappingSchema, json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ImportRefused(`映射 ${name} 有误：${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  }
  const fieldNames = new Set(fields)
  const unknown = parsed.data.parts.flatMap((part) => Object.keys(part.fields)).find((field) => !fieldNames.has(field))
  if (unknown !== undefined) throw new ImportRefused(`映射 ${name} 有误：没有字段 ${unknown}`)
  return parsed.data
}

const textOf = (cell: unknown) =>
  typeof cell === 'string' ? cell.trim() : typeof cell === 'number' ? String(cell) : ''

/** Index of the column in `columns`; appends it if missing. */
function placeOf(column: string, columns: string[]): number {
  if (!columns.includes(column)) columns.push(column)
  return columns.indexOf(column)
}

function compileCondition(when: z.infer<typeof partSchema>['when'], columns: string[]) {
  if (when === undefined) return () => true
  const place = placeOf(when.column, columns)
  return (cells: Cells) => {
    const cell = textOf(cells[place])
    return when.in?.includes(cell) !== false && when.notIn?.includes(cell) !== true
  }
}

function compileValue(rule: ValueRule, columns: string[]): Read {
  if (typeof rule === 'string') {
    const place = placeOf(rule, columns)
    return (cells) => cells[place]
  }
  if ('value' in rule) return () => rule.value
  if ('template' in rule) return compileTemplate(rule.template, columns)
  const place = placeOf(rule.column, columns)
  const map = rule.map === undefined ? undefined : new Map(Object.entries(rule.map))
  const { unit = '' } = rule
  const match = rule.match === undefined ? null : new RegExp(rule.match, 'u')
  return (cells) => {
    const cell = textOf(cells[place])
    const part = match === null ? cell : (match.exec(cell)?.[0] ?? '')
    return map === undefined ? cellWithUnit(part, unit) : map.get(part)
  }
}

function compileTemplate(template: string, columns: string[]): Read {
  const places = new Map([...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => [name, placeOf(name, columns)]))
  const [first = -1] = places.values()
  return (cells) =>
    textOf(cells[first]) === ''
      ? undefined
      : template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => textOf(cells[places.get(name) ?? -1]))
}

/** The columns of a table that the mapping does not read. @throws ImportRefused when it lacks those that the mapping needs */
export function checkColumns<Field extends string>(
  { header }: Pick<Table, 'header'>,
  mapping: Mapping<Field>,
): string[] {
  if (header === null) return []
  const missing = mapping.columns.filter((column) => !header.includes(column))
  if (mapping.requireColumns && missing.length > 0) {
    throw new ImportRefused(`文件缺少映射 ${mapping.id} 需要的列：${missing.join('、')}。`)
  }
  if (missing.length === mapping.columns.length) {
    throw new ImportRefused(`文件里没有映射 ${mapping.id} 认识的列：请检查第一行，或换一个映射。`)
  }
  return header.filter((column) => !mapping.columns.includes(column))
}
