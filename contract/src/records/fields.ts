import * as z from 'zod/mini'

/**
 * The types a field of a record may have. One definition says what a file may bring, what is stored and travels, what is
 * masked on its way out, and how it is shown: nothing else knows the fields of a kind.
 */

const text = z.string()
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
/** To the minute, in China: 2026-11-22 09:30. */
const dateTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$/))

export const amountSchema = z.object({ value: z.number(), unit: z.string() })
export type Amount = z.infer<typeof amountSchema>

/** 1 企业, 2 个人, 3 机构. */
export const partyTypes = { company: 1, person: 2, institution: 3 } as const
export type PartyType = (typeof partyTypes)[keyof typeof partyTypes]

export const partySchema = z.object({
  role: z.string(),
  /** Of a natural person who is not named in an office: masked. */
  name: z.string(),
  type: z.literal([1, 2, 3]),
  /** The company's id; null: plain text, no link. */
  cid: z.nullable(z.string()),
  /** What the court found for this party, or what else is said of it. */
  statement: z.nullable(z.string()),
})
export type Party = z.infer<typeof partySchema>

export const passageSchema = z.object({ title: z.string(), text: z.string() })
export type Passage = z.infer<typeof passageSchema>

export const eventSchema = z.object({ date: z.nullable(date), content: z.string() })
export type RecordEvent = z.infer<typeof eventSchema>

/** Values as they are stored and as they travel, by type of field. Lists are empty for none, all others null. */
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
  parties: z.array(partySchema),
  passages: z.array(passageSchema),
  events: z.array(eventSchema),
} as const
export type FieldType = keyof typeof fieldSchemas

export type FieldValue = string | number | null | Amount | string[] | Party[] | Passage[] | RecordEvent[]
export type RecordFields = Record<string, FieldValue>

export const tones = ['red', 'amber', 'green', 'mute'] as const
export type Tone = (typeof tones)[number]

type Base = {
  /** As people read it. */
  label: string
  /** Whether a list row shows it too; a detail shows every field. */
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
          | 'parties'
          | 'passages'
          | 'events'
      }
    /** `unit`: what an amount is in where its row names no unit. */
    | { type: 'amount'; unit: string }
    | {
        type: 'word' | 'words'
        /** What it may say. A word of no meaning here is left empty, or `otherwise`. */
        words: readonly string[]
        /** Other ways of saying it. */
        aliases?: Readonly<Record<string, string>>
        otherwise?: string
        tones?: Readonly<Record<string, Tone>>
      }
  )

/** Every field of a kind by the name it has in files, in the store and on the wire, in the order in which it is read. */
export type FieldTable = Readonly<Record<string, Field>>

type Options = { inList?: true }
const plain =
  (type: Exclude<FieldType, 'amount' | 'word' | 'words'>) =>
  (label: string, options: Options = {}): Field => ({ type, label, ...options })

export const inList = { inList: true } as const

/** One line of text. Anything in it that identifies a natural person is masked. */
export const line = plain('line')
/** Text of any length, folded on a page; masked as a line is. */
export const prose = plain('prose')
export const day = plain('date')
export const moment = plain('dateTime')
export const percent = plain('percent')
export const count = plain('count')
export const lines = plain('lines')
/** （2024）演0101执1234号, whatever brackets a file uses. */
export const caseNumber = plain('caseNumber')
/** A natural person named in an office or as an owner: 法定代表人, 董监高, 股东. Never masked. */
export const officer = plain('officer')
/** A company, or a natural person in no office: then masked. */
export const named = plain('name')
/** A code of an organisation, shown whole, or an identity number, masked. */
export const certificate = plain('certificate')
export const link = plain('link')
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
/** One of a vocabulary. */
export const word = (label: string, words: readonly string[], options: WordOptions = {}): Field => ({
  type: 'word',
  label,
  words,
  ...options,
})
/** Several of a vocabulary. */
export const wordList = (label: string, words: readonly string[], options: WordOptions = {}): Field => ({
  type: 'words',
  label,
  words,
  ...options,
})

/** The text of a field; null where it has none. */
export const textOf = (fields: RecordFields, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' ? value : null
}
