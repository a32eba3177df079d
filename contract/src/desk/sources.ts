import * as z from 'zod/mini'
import { keysOf } from '../keys-of.ts'
import { defineActions, instant, noFields, textOrNone } from './action.ts'
import { importState } from './uploads.ts'

/** What a source states of companies or of a kind of records. */
const part = z.object({
  /** 企业, or the title of the kind of records. */
  title: z.string(),
  /** The companies it covers; null: of companies, which need no coverage. */
  covers: textOrNone,
  /** What readers of a company inside see, and of one outside; null: there is none. */
  inside: textOrNone,
  outside: textOrNone,
  asOf: textOrNone,
  /** The newest import that was not undone; null: none with a number. */
  lastImport: z.nullable(
    z.object({
      number: z.int(),
      state: importState,
      at: instant,
      rowsRead: z.int(),
      stored: z.int(),
      rejected: z.int(),
      pending: z.int(),
    }),
  ),
})
export type SourcePart = z.output<typeof part>

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(300))

/** How operators call the kinds of sources. */
export const sourceKindLabels = {
  register: '登记机关',
  exchange: '交易所',
  'annual-report': '年度报告',
  disclosure: '公开披露',
  own: '自有',
} as const
export const sourceKinds = keysOf(sourceKindLabels)

/** A source whose files may then be imported. */
export const newSourceSchema = z.object({
  id: z.string().check(z.trim(), z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  name: text,
  /** What it covers, as readers see it: A 股上市公司. */
  scope: text,
  licence: text,
  /** Empty: it has no address. */
  url: z.string().check(z.trim(), z.maxLength(300), z.regex(/^(https?:\/\/\S+)?$/)),
  kind: z.enum(sourceKinds),
})

export const sourceActions = defineActions({
  'sources add': { input: newSourceSchema, output: noFields },
  'sources list': {
    input: noFields,
    output: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          scope: z.string(),
          url: textOrNone,
          licence: z.string(),
          asOf: textOrNone,
          isDemo: z.boolean(),
          parts: z.array(part),
        }),
      ),
    }),
  },
})
