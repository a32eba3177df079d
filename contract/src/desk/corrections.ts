import * as z from 'zod/mini'
import { correctionReasons, correctionResults, correctionStates } from '../correction.ts'
import { recordKindKeys } from '../records/kind-table.ts'
import {
  defineActions,
  deskPage,
  id,
  instant,
  noFields,
  number,
  pageKey,
  picture,
  reason,
  textOrNone,
} from './action.ts'

const correctionNote = z.string().check(z.trim(), z.maxLength(500))

/** Undecided objections: all, those past their due date, and those due within `DUE_SOON_MS`; the decided ones. */
export const correctionQueues = ['open', 'overdue', 'soon', 'decided'] as const
export type CorrectionQueue = (typeof correctionQueues)[number]
export const DUE_SOON_MS = 3 * 86_400_000

const correction = z.object({
  number: z.string(),
  state: z.enum(correctionStates),
  result: z.nullable(z.enum(correctionResults)),
  reason: z.enum(correctionReasons),
  title: z.string(),
  /** Empty for a record about a natural person. */
  companyName: z.string(),
  dueAt: instant,
  isOverdue: z.boolean(),
})

const detail = z.object({
  ...correction.shape,
  companyId: z.string(),
  recordId: textOrNone,
  /** What each source states about the record, as columns; null: there is no record. */
  columns: z.nullable(
    z.object({
      sources: z.array(z.object({ name: z.string(), asOf: textOrNone, isInForce: z.boolean() })),
      rows: z.array(z.object({ label: z.string(), values: z.array(textOrNone) })),
    }),
  ),
  /** null: it is not stored any more, or the record is about a natural person. */
  company: z.nullable(
    z.object({
      name: z.string(),
      status: textOrNone,
      /** Other objections about the company, newest first. */
      others: z.array(z.object({ number: z.string(), title: z.string(), state: z.string(), result: textOrNone })),
    }),
  ),
  claimant: z.string(),
  /** Masked mobile number or user id; null: deleted. */
  applicant: textOrNone,
  content: z.string(),
  statement: z.string(),
  note: textOrNone,
  isShielding: z.boolean(),
  submittedAt: instant,
  decidedAt: z.nullable(instant),
  steps: z.array(
    z.object({
      at: instant,
      label: z.string(),
      note: textOrNone,
      actor: z.string(),
      content: textOrNone,
      statement: textOrNone,
    }),
  ),
  /** Ids of pictures. */
  evidence: z.array(z.string()),
})
export type CorrectionDeskDetail = z.infer<typeof detail>

export const correctionTable = defineActions({
  'corrections list': {
    input: z.object({ queue: z._default(z.enum(correctionQueues), 'open'), after: pageKey }),
    output: z.object({
      items: z.array(correction),
      total: z.int(),
      /** Of all undecided ones, in any queue. */
      overdue: z.int(),
      soon: z.int(),
      next: textOrNone,
    }),
  },
  'corrections show': { input: z.object({ number }), output: detail },
  'corrections picture': { input: z.object({ number, picture: id }), output: picture },
  'corrections examine': { input: z.object({ number, note: correctionNote }), output: noFields },
  'corrections decide': {
    input: z.object({ number, result: z.enum(correctionResults), note: correctionNote, staysHidden: z.boolean() }),
    output: noFields,
  },
  'corrections reopen': { input: z.object({ number, reason }), output: noFields },
})

/** A suppressed record, or a person suppressed in the records of one company, with the reason. */
const suppression = z.object({
  id: z.string(),
  recordId: textOrNone,
  person: textOrNone,
  /** Subject keys of the company; the records under all of them are checked. */
  subjectKeys: z.array(z.string()),
  reason: z.string(),
  createdAt: instant,
})
export type Suppression = z.infer<typeof suppression>

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
  'suppress list': { input: z.object({ after: pageKey }), output: deskPage(suppression) },
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
