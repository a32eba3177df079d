import * as z from 'zod/mini'

const whole = z.number().check(z.int(), z.minimum(0))
/** A file name without path separators, so that it cannot point out of the directory. */
const segmentName = z.string().check(z.regex(/^segment-[0-9a-f-]+$/))
const change = z.nullable(z.strictObject({ seq: whole, companyId: z.string(), at: z.number() }))

const segmentSchema = z.strictObject({
  name: segmentName,
  /** Size of the segment file. */
  bytes: whole,
  /** Companies in the segment file, deleted ones included. */
  companies: whole,
  /**
   * The companies that a small segment was built for, also those that no longer exist. Their ids are in a file of their
   * own. null for a base.
   */
  ids: z.nullable(z.strictObject({ count: whole, bytes: whole })),
  /** The segment contains the changes after `from` up to and including `to`; a base contains everything up to `to`. */
  from: change,
  to: change,
  /** Files with the deleted companies of this segment, one per newer segment that replaces or removes some. */
  deletedDocs: z.array(z.strictObject({ by: segmentName, bytes: whole })),
  builtAt: z.number(),
})

export const manifestSchema = z.strictObject({
  /** FORMAT_VERSION of the segments. */
  format: whole,
  /** Scope of the source that the index was built from. */
  scope: z.string(),
  /** Searchable companies: those of all segments without the deleted ones. */
  companies: whole,
  /** Newest first; the last one is the base. Empty when there is no index. */
  segments: z.array(segmentSchema),
})

export type SegmentEntry = z.output<typeof segmentSchema>
/** The content of `current`. */
export type Manifest = z.output<typeof manifestSchema>

/** What a worker needs to open an index: paths, newest segment first. */
export type OpenableIndex = {
  /** Identifies the set of segments. */
  version: string
  segments: OpenableSegment[]
  companies: number
}
export type OpenableSegment = { file: string; deletedDocs: string[] }
