import * as z from 'zod/mini'

const whole = z.number().check(z.int(), z.minimum(0))
/** Part of a file name: nothing that leads out of the directory. */
const segmentName = z.string().check(z.regex(/^segment-[0-9a-f-]+$/))
const change = z.nullable(z.strictObject({ seq: whole, companyId: z.string(), at: z.number() }))

const segmentSchema = z.strictObject({
  name: segmentName,
  /** Bytes of its file. */
  bytes: whole,
  /** Companies in its file. */
  companies: whole,
  /** Companies it was made for, with those that no longer exist; they stand in a file of their own. null for a base. */
  ids: z.nullable(z.strictObject({ count: whole, bytes: whole })),
  /** It holds what changed behind `from` up to `to`. The base holds everything up to `to`. */
  from: change,
  to: change,
  /** Files that say which of its companies a newer segment hides, one for each that does. */
  deletedDocs: z.array(z.strictObject({ by: segmentName, bytes: whole })),
  builtAt: z.number(),
})

export const manifestSchema = z.strictObject({
  /** Of the segments; those of another format cannot be read. */
  format: whole,
  /** Which companies of the records it was made from. */
  scope: z.string(),
  /** Companies that can be found: each counted where it is not hidden. */
  companies: whole,
  /** Newest first; the last one is the base. Empty: there is no index. */
  segments: z.array(segmentSchema),
})

export type SegmentEntry = z.output<typeof segmentSchema>
/** What an index consists of. */
export type Manifest = z.output<typeof manifestSchema>

/** An index as those who answer from it open it: paths, newest segment first. */
export type OpenableIndex = {
  /** Different for every state of the index. */
  version: string
  segments: OpenableSegment[]
  companies: number
  builtAt: number
}
export type OpenableSegment = { file: string; deletedDocs: string[] }
