import * as z from 'zod/mini'
import { agreementTypes } from '../agreements.ts'
import { defineActions, instant, reason, textOrNone } from './action.ts'

export const agreementTitles = {
  user_protocol: '用户协议',
  privacy_policy: '隐私政策',
  membership: '会员协议',
} as const

const type = z.enum(agreementTypes)
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const number = z.int().check(z.minimum(1))

/** Most characters of a text, and lines, whose comparison takes time. */
export const AGREEMENT_TEXT_MAX = 20_000
export const AGREEMENT_LINES_MAX = 1_000
const AGREEMENT_FIELD_MAX = 100

/** Values of placeholders by name. */
export const agreementFieldValues = z.record(
  z.string().check(z.maxLength(AGREEMENT_FIELD_MAX)),
  z.string().check(z.trim(), z.maxLength(AGREEMENT_FIELD_MAX)),
)

const version = z.object({
  number: z.int(),
  version: z.string(),
  effectiveOn: z.string(),
  /** Whether users consent again because of it. */
  needsConsent: z.boolean(),
  changeSummary: textOrNone,
  author: z.string(),
  publishedAt: instant,
  state: z.enum(['past', 'inForce', 'pending']),
})
export type AgreementVersionItem = z.infer<typeof version>

const draft = z.object({ revision: z.string(), editor: z.string(), savedAt: instant })

const consents = z.object({
  /** Version to which users consent. */
  version: z.string(),
  accounts: z.int(),
  /** Accounts that have agreed to it; the others are asked at their next visit. */
  agreed: z.int(),
})

const shown = z.object({
  title: z.string(),
  /** Newest first. */
  versions: z.array(version),
  /** Number of the newest version, which the draft changes. */
  base: z.int(),
  /** null: no draft is stored, and `text` is that of the newest version. */
  draft: z.nullable(draft),
  text: z.string(),
  changeSummary: textOrNone,
  /** Placeholders of all agreements; `uses`: how often they occur, `here` in this one. An empty value: it is open. */
  fields: z.array(z.object({ name: z.string(), value: z.string(), uses: z.int(), here: z.int() })),
  /** Differences of the draft to the version in force. */
  lines: z.array(z.object({ text: z.string(), before: z.nullable(z.int()), after: z.nullable(z.int()) })),
  consents,
  isProduction: z.boolean(),
})
export type ShownAgreement = z.infer<typeof shown>

export const agreementActions = defineActions({
  'agreements list': {
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          type,
          title: z.string(),
          inForce: z.nullable(version),
          /** A newer version whose day has not come. */
          pending: z.nullable(version),
          draft: z.nullable(draft),
          /** Placeholders of the draft, or of the newest version, without a value. */
          open: z.int(),
        }),
      ),
      consents,
    }),
  },
  'agreements show': { input: z.object({ type }), output: shown },
  'agreements draft': {
    bodyLimit: 256 * 1024,
    /**
     * `base`: number of the newest version. `revision`: of the draft that is changed; null: none is stored. Values are those of all
     * agreements; an empty one is removed.
     */
    input: z.object({
      type,
      base: number,
      text: z.string().check(z.minLength(1), z.maxLength(AGREEMENT_TEXT_MAX)),
      changeSummary: z.nullable(z.string().check(z.trim(), z.maxLength(200))),
      fields: agreementFieldValues,
      revision: textOrNone,
    }),
    output: z.object({ revision: z.string() }),
  },
  'agreements publish': {
    totp: 'fresh',
    input: z.object({
      type,
      /** Number of the version that the draft changes. */
      base: number,
      revision: z.string(),
      effectiveOn: day,
      needsConsent: z.boolean(),
      reason,
    }),
    output: z.object({ number: z.int(), version: z.string() }),
  },
})
