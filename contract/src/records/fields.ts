import * as z from 'zod/mini'

/**
 * Types of record fields. One definition decides how a field is imported, stored, encoded, masked and shown; no other
 * code lists the fields of a kind.
 */

const text = z.string()
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
/** China Standard Time to the minute: 2026-11-22 09:30. */
const dateTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$/))

export const amountSchema = z.object({ value: z.number(), unit: z.string() })
export type Amount = z.infer<typeof amountSchema>

/** 1 企业, 2 个人, 3 机构. */
export const partyTypes = { company: 1, person: 2, institution: 3 } as const
export type PartyType = (typeof partyTypes)[keyof typeof partyTypes]

const partySchema = z.object({
  role: z.string(),
  /** Masked when a natural person holds no office. */
  name: z.string(),
  type: z.literal([1, 2, 3]),
  /** Id of the company; null: plain text without a link. */
  cid: z.nullable(z.string()),
  /** Result or remark for this party. */
  statement: z.nullable(z.string()),
})
export type Party = z.infer<typeof partySchema>

const passageSchema = z.object({ title: z.string(), text: z.string() })
export type Passage = z.infer<typeof passageSchema>

const eventSchema = z.object({ date: z.nullable(date), content: z.string() })
export type RecordEvent = z.infer<typeof eventSchema>

/** Stored and encoded value of each field type. An absent list is empty; any other absent value is null. */
export const fieldSchemas = {
  line: z.nullable(text),
  prose: z.nullable(text),
  date: z.nullable(date),
  dateTime: z.nullable(dateTime),
  amount: z.nullable(amountSchema),
  percent: z.nullable(z.number()),
  count: z.nullable(z.int()),
  word: z.nullable(text),
  words: z.array(text),
  lines: z.array(text),
  caseNumber: z.nullable(text),
  officer: z.nullable(text),
  name: z.nullable(text),
  certificate: z.nullable(text),
  link: z.nullable(text),
  contact: z.nullable(text),
  parties: z.array(partySchema),
  passages: z.array(passageSchema),
  events: z.array(eventSchema),
} as const
export type FieldType = keyof typeof fieldSchemas

export type FieldValue = string | number | null | Amount | string[] | Party[] | Passage[] | RecordEvent[]
export type RecordFields = Record<string, FieldValue>

export const isAmount = (value: FieldValue | undefined): value is Amount =>
  typeof value === 'object' && value !== null && 'unit' in value

export const tones = ['red', 'amber', 'green', 'mute'] as const
export type Tone = (typeof tones)[number]

type Base = {
  /** Label on the page. */
  label: string
  /** Parties who all have the part that the label names; absent: one row per role. */
  isOneRole?: true
  /** Whether list rows show the field. Details show every field. */
  inList?: true
}

export type Field = Base &
  (
    | {
        type:
          | 'line'
          | 'prose'
          | 'date'
          | 'dateTime'
          | 'percent'
          | 'count'
          | 'lines'
          | 'caseNumber'
          | 'officer'
          | 'name'
          | 'certificate'
          | 'link'
          | 'contact'
          | 'parties'
          | 'passages'
          | 'events'
      }
    /** `unit`: unit of an amount whose row names none. */
    | { type: 'amount'; unit: string }
    | {
        type: 'word' | 'words'
        /** Vocabulary. An unknown word becomes `otherwise`, or is left empty. */
        words: readonly string[]
        /** Other spellings of words of the vocabulary. */
        aliases?: Readonly<Record<string, string>>
        otherwise?: string
        tones?: Readonly<Record<string, Tone>>
      }
  )

/** Fields of a kind by their name in files, store and wire, in the order of the page. */
export type FieldTable = Readonly<Record<string, Field>>

type Options = Pick<Base, 'inList' | 'isOneRole'>
const plain =
  (type: Exclude<FieldType, 'amount' | 'word' | 'words'>) =>
  (label: string, options: Options = {}): Field => ({ type, label, ...options })

export const inList = { inList: true } as const

/** One line of text. Parts that identify a natural person are masked. */
export const line = plain('line')
/** Text of any length, folded on a page. Masked like `line`. */
export const prose = plain('prose')
export const day = plain('date')
export const moment = plain('dateTime')
export const percent = plain('percent')
export const count = plain('count')
export const lines = plain('lines')
/** Case number, as in （2024）演0101执1234号; brackets of any kind are accepted. */
export const caseNumber = plain('caseNumber')
/** A natural person in an office or as an owner: 法定代表人, 董监高, 股东. Never masked. */
export const officer = plain('officer')
/** Name of a company or of a natural person without an office; the latter is masked. */
export const named = plain('name')
/** Code of an organisation, shown whole, or identity number, masked. */
export const certificate = plain('certificate')
export const link = plain('link')
/** A phone number, mailbox or web address. Mobile numbers and mailboxes are masked. */
export const contactValue = plain('contact')
export const parties = plain('parties')
/** Titled parts of a long text. */
export const passages = plain('passages')
export const events = plain('events')
export const amount = (label: string, unit: string, options: Options = {}): Field => ({
  type: 'amount',
  label,
  unit,
  ...options,
})

type WordOptions = Options & {
  aliases?: Readonly<Record<string, string>>
  otherwise?: string
  tones?: Readonly<Record<string, Tone>>
}
/** One word of a vocabulary. */
export const word = (label: string, words: readonly string[], options: WordOptions = {}): Field => ({
  type: 'word',
  label,
  words,
  ...options,
})
/** Several words of a vocabulary. */
export const wordList = (label: string, words: readonly string[], options: WordOptions = {}): Field => ({
  type: 'words',
  label,
  words,
  ...options,
})

/** Text of a field; null: none. */
export const textOf = (fields: RecordFields, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' ? value : null
}
