import * as z from 'zod/mini'
import { defineActions } from './action.ts'
import { instant, noFields, textOrNone } from './fields.ts'
import { importState } from './imports.ts'

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

export const sourceActions = defineActions({
  'sources list': {
    roles: ['data'],
    totp: 'none',
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
