import * as z from 'zod/mini'
import { recordKindKeys } from '../records/kind-table.ts'
import { defineActions } from './action.ts'
import { deskPage, id, instant, noFields, pageKey, reason, textOrNone } from './fields.ts'

const item = z.object({
  id: z.string(),
  recordId: textOrNone,
  person: textOrNone,
  subjectKeys: z.array(z.string()),
  reason: z.string(),
  createdAt: instant,
})

/** What a suppression hides, or would hide. */
const effects = z.object({
  /** null: a dry run. */
  id: textOrNone,
  recordsHidden: z.int(),
  /** Of a single record; null: of a person. */
  record: z.nullable(
    z.object({
      kind: z.enum(recordKindKeys),
      publishedOn: textOrNone,
      /** Whether something hides the record already. */
      isHidden: z.boolean(),
      companies: z.array(z.object({ id: z.string(), name: z.string() })),
      lines: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
  /** Of a person at a company; null: a single record. */
  traces: z.nullable(
    z.object({
      company: z.object({ id: z.string(), name: z.string() }),
      isRepresentative: z.boolean(),
      records: z.array(z.object({ id: z.string(), kind: z.enum(recordKindKeys), publishedOn: textOrNone })),
      changes: z.int(),
      answers: z.int(),
    }),
  ),
})

const short = z.string().check(z.trim(), z.maxLength(64))

export const suppressionActions = defineActions({
  'suppress list': {
    roles: ['review'],
    totp: 'none',
    input: z.object({ after: pageKey }),
    output: deskPage(item),
  },
  'suppress add': {
    roles: ['review'],
    totp: 'unlessDryRun',
    /** Either a record, or a person with the id or code of a company. */
    input: z.object({
      recordId: z._default(short, ''),
      person: z._default(short, ''),
      company: z._default(short, ''),
      reason: z.string().check(z.trim(), z.maxLength(500)),
      dryRun: z.boolean(),
    }),
    output: effects,
  },
  'suppress remove': { roles: ['review'], totp: 'none', input: z.object({ id, reason }), output: noFields },
})
