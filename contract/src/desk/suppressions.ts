import * as z from 'zod/mini'
import { recordKindKeys } from '../records/kind-table.ts'
import { defineActions, deskPage, id, instant, noFields, pageKey, reason, textOrNone } from './action.ts'

/** A suppressed record, or a person suppressed in the records of one company, with the reason. */
const item = z.object({
  id: z.string(),
  recordId: textOrNone,
  person: textOrNone,
  /** Subject keys of the company; the records under all of them are checked. */
  subjectKeys: z.array(z.string()),
  reason: z.string(),
  createdAt: instant,
})
export type Suppression = z.infer<typeof item>

const company = z.object({ id: z.string(), name: z.string() })

/** What a suppression of one record hides. */
const recordEffects = z.object({
  kind: z.enum(recordKindKeys),
  publishedOn: textOrNone,
  /** Whether something hides the record already. */
  isHidden: z.boolean(),
  /** Companies whose pages, counts and tags lose it. */
  companies: z.array(company),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type RecordEffects = z.infer<typeof recordEffects>

/** What shows a person at a company. */
const personTraces = z.object({
  company,
  /** Whether the person is the legal representative: in the page, rows, search, suggestions and 百言. */
  isRepresentative: z.boolean(),
  /** Records with the person as officer, shareholder, party, contact or in a text. */
  records: z.array(z.object({ id: z.string(), kind: z.enum(recordKindKeys), publishedOn: textOrNone })),
  /** Changes of the legal representative in the feed of followers. */
  changes: z.int(),
  /** Stored answers of 百言 about the company that name the person. */
  answers: z.int(),
})
export type PersonTraces = z.infer<typeof personTraces>

/** What a suppression hides, or would hide. */
const effects = z.object({
  /** null: a dry run. */
  id: textOrNone,
  recordsHidden: z.int(),
  /** Of a single record; null: of a person. */
  record: z.nullable(recordEffects),
  /** Of a person at a company; null: a single record. */
  traces: z.nullable(personTraces),
})

/** A number, mailbox or web address, or the reference of a hidden one. */
const contact = z.string().check(z.trim(), z.minLength(1), z.maxLength(128))

const hiddenNumber = z.object({
  /** As in `hm-` and twelve characters; the audit has the same. */
  reference: z.string(),
  masked: z.string(),
  addedBy: z.enum(['owner', 'operator']),
  reason: textOrNone,
  hiddenAt: instant,
})

const short = z.string().check(z.trim(), z.maxLength(64))

export const suppressionActions = defineActions({
  'suppress list': { input: z.object({ after: pageKey }), output: deskPage(item) },
  'suppress add': {
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
  'suppress remove': { input: z.object({ id, reason }), output: noFields },
  'numbers list': {
    input: z.object({ after: pageKey }),
    output: z.object({ byOwner: z.int(), byOperator: z.int(), items: z.array(hiddenNumber), next: textOrNone }),
  },
  'numbers add': { input: z.object({ number: contact, reason }), output: noFields },
  'numbers remove': { input: z.object({ number: contact, reason }), output: noFields },
})
