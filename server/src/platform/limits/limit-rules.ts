import * as z from 'zod/mini'
import { parseJson } from '../json.ts'

/** Names of all limits. `data/limits.json` has the numbers of each. */
export const limitNames = [
  'smsPerMobile',
  'smsPerAddress',
  'smsPerDevice',
  'smsOfService',
  'wrongSmsCodesPerMobileAndAddress',
  'wrongSmsCodesPerMobile',
  'wrongPasswordsPerAccount',
  'wrongPasswordsPerAddress',
  'captchasPerAddress',
  'ticketsPerPartner',
  'wechatLoginsPerAddress',
  'wechatBindingsPerMobile',
  'jsConfigsPerAddress',
  'listsPerUser',
  'suggestionsPerUser',
  'suggestionsPerVisitorAddress',
  'detailsPerUser',
  'detailsPerVisitorAddress',
  'personsPerUser',
  'relationsPerUser',
  'relationsPerMember',
  'correctionsPerPerson',
  'correctionLooksPerAddress',
  'uploadsPerPerson',
  'companyReportsPerUser',
  'exportsPerUser',
  'inclusionsPerUser',
  'webhooksPerUser',
  'feedbackPerUser',
  'feedbackPerVisitorAddress',
  'eventsPerAddress',
  'eventsPerDevice',
  'reportsPerAddress',
  'sharedAnswersPerAddress',
  'batchUploadsPerUser',
  'reconcileQueriesPerAddress',
] as const
export type LimitName = (typeof limitNames)[number]

const bucket = z.strictObject({
  count: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  seconds: z.int().check(z.minimum(1), z.maximum(31 * 86_400)),
})

const limitsFile = z.strictObject({
  /** Guesses per SMS code; the code is invalid after that. */
  guessesPerSmsCode: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  buckets: z.record(z.enum(limitNames), z.array(bucket).check(z.minLength(1), z.maxLength(8))),
  /** Calls of one API key on a day in China. */
  callsPerKeyAndDay: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
})
export type Limits = z.infer<typeof limitsFile>

/** Parses the limits file. @throws Error that names the invalid entries. */
export function parseLimits(fileText: string): Limits {
  const content = parseJson(fileText)
  if (content === undefined) throw new Error('不是合法的 JSON')
  const parsed = z.safeParse(limitsFile, content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.') || '内容'}：${issue?.message ?? '不合要求'}`)
}
