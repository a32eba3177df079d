import * as z from 'zod/mini'
import { companyIdQuery, provenanceSchema } from './company-detail.ts'
import { recordKindKeys } from './records/kind-table.ts'

/** 求职视角 and 合作视角: two selections of one table of facts. */
export const perspectives = ['jobSeeker', 'counterparty'] as const
export type Perspective = (typeof perspectives)[number]

/** A fact that a perspective answers. A kind of record has its own key. */
export const perspectiveFacts = [
  'wageArrears',
  'dishonestExecutor',
  'consumptionRestriction',
  'executedPerson',
  'taxViolation',
  'seriousViolation',
  'businessRisk',
  'punishment',
  'equityPledge',
  'age',
  'paidInCapital',
  'listEntry',
  'management',
  'labourDispute',
  'annualInsurance',
  'annualEmployees',
  'representativeChange',
  'shareholderChange',
  'addressChange',
  'shortNameChange',
] as const
export type PerspectiveFact = (typeof perspectiveFacts)[number]

/** Part of a sentence. `strong`: a figure; `red`, `amber`: current records; `before`, `after`: a value that changed. */
export const sentenceMarks = ['strong', 'red', 'amber', 'before', 'after'] as const
const sentencePart = z.object({ text: z.string(), mark: z.nullable(z.enum(sentenceMarks)) })
export type SentencePart = z.infer<typeof sentencePart>

const year = z.int()

const perspectiveRowSchema = z.object({
  fact: z.enum(perspectiveFacts),
  /** Label of at most five characters, as in 行政处罚; the title where the row is a chart. */
  label: z.string(),
  /** red, amber: current records; mute: a source covers the company and states none in force. */
  tone: z.nullable(z.enum(['red', 'amber', 'mute'])),
  sentence: z.array(sentencePart),
  /** Sources of the sentence, newest first; the first is shown. Never empty. */
  sources: z.array(provenanceSchema).check(z.minLength(1)),
  /** List of the records; null: the fact is of the register entry, or the records are on the company page. */
  list: z.nullable(z.object({ kind: z.enum(recordKindKeys), filters: z.record(z.string(), z.string()) })),
  /** Number of people by year, newest first, with the change in percent from the year before; null: that year is unknown. */
  people: z.nullable(z.array(z.object({ year, count: z.int(), change: z.nullable(z.number()) }))),
  /** Records by year, oldest first. A year without a record is left out, since the sources need not cover it. */
  cases: z.nullable(z.array(z.object({ year, current: z.int(), disputed: z.int(), history: z.int() }))),
  /** What the figures count. */
  note: z.nullable(z.string()),
})
export type PerspectiveRow = z.infer<typeof perspectiveRowSchema>

const absent = z.array(z.object({ fact: z.enum(perspectiveFacts), label: z.string() }))

/** Every fact of the perspective is in at most one of `rows`, `unconnected` and `unrecorded`; an absent value is never a 0. */
export const companyPerspectiveSchema = z.object({
  id: z.string(),
  perspective: z.enum(perspectives),
  /** In the order of the page: current records, the gravest first; register facts; kinds without records; charts; changes. */
  rows: z.array(perspectiveRowSchema),
  /** No source of the fact covers the company. */
  unconnected: absent,
  /** Facts of the register entry that no source states of this company. */
  unrecorded: absent,
})
export type CompanyPerspective = z.infer<typeof companyPerspectiveSchema>

export const companyPerspectiveQuery = z.object({ ...companyIdQuery.shape, perspective: z.enum(perspectives) })
