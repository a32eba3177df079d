import * as z from 'zod/mini'
import { defineActions, deskPage, id, instant, noFields, pageKey, textOrNone } from './action.ts'

/** Id, credit code, registration number or whole name of a company. */
const company = z.string().check(z.trim(), z.minLength(1), z.maxLength(128))

/** A company with what users have about it, and the records that name it. */
const preview = {
  id: z.string(),
  name: z.string(),
  creditCode: textOrNone,
  follows: z.int(),
  views: z.int(),
  records: z.int(),
}

/** An import of another kind or of many rows may hold the lock for a while. */
const deadlineMs = 20_000

const takeOut = {
  totp: 'unlessDryRun',
  deadlineMs,
  input: z.object({ company, reason: z.string().check(z.trim(), z.maxLength(500)), dryRun: z.boolean() }),
  output: z.object(preview),
} as const

export const companyManagement = defineActions({
  'updates list': {
    input: z.object({ after: pageKey }),
    output: deskPage(z.object({ companyId: z.string(), companyName: z.string(), requests: z.int(), since: instant })),
  },
  'updates done': { input: z.object({ companyId: id }), output: noFields },
  'inclusions list': {
    input: z.object({ after: pageKey }),
    output: deskPage(z.object({ keyword: z.string(), requests: z.int(), last: instant })),
  },
  'inclusions done': {
    input: z.object({ keyword: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    output: noFields,
  },
  'companies list': {
    input: z.object({ after: pageKey }),
    output: deskPage(
      z.object({
        id: z.string(),
        name: z.string(),
        state: z.enum(['hidden', 'removed']),
        reason: z.string(),
        operator: z.string(),
        at: instant,
      }),
    ),
  },
  'companies show': {
    input: z.object({ company }),
    output: z.object({
      ...preview,
      /** The facts in force by their source. */
      sources: z.array(z.object({ name: z.string(), asOf: textOrNone, facts: z.array(z.string()) })),
      /** Numbers of the imports that stated it. */
      imports: z.array(z.int()),
      /** Ids that it had before it was merged or found by a stronger key. */
      formerIds: z.array(z.string()),
      /** Number of companies that are merged in it by their name; 0: none. */
      mergedByName: z.int(),
    }),
  },
  'companies hide': takeOut,
  'companies remove': takeOut,
  'companies lift': {
    deadlineMs,
    input: z.object({ id }),
    /** `isStored`: shown again at once; else with the next import. */
    output: z.object({ name: z.string(), isStored: z.boolean() }),
  },
})
