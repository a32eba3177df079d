import * as z from 'zod/mini'
import { provenanceSchema } from './company-detail.ts'
import { holdingNodeSchema } from './ownership.ts'
import { companyOfRecord } from './records/record.ts'

const text = z.nullable(z.string())
const id = z.string().check(z.minLength(1), z.maxLength(64))

/** Most steps between two companies, and most paths of one answer. */
export const [RELATION_HOPS, RELATION_PATHS] = [6, 20] as const

/** Searches an hour, as `data/limits.json` has them. */
export const RELATIONS_PER_HOUR = { registered: 60, vip: 300 } as const

export const relationKinds = ['holding', 'office'] as const
export type RelationKind = (typeof relationKinds)[number]

export const relationQuery = z.object({
  from: id,
  to: id,
  hops: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(RELATION_HOPS)), RELATION_HOPS),
  /** Kinds of step; both by default. */
  kinds: z._default(z.enum([...relationKinds, 'both']), 'both'),
})

/** One statement that joins two nodes: a holder of a company, or a person in an office of it. */
const relationLinkSchema = z.object({
  kind: z.enum(relationKinds),
  /** Key of the holder, or of the person in the office. */
  above: z.string(),
  /** Key of the company. */
  company: z.string(),
  /** Share of a holder in %; null: not published. */
  share: z.nullable(z.number()),
  /** Offices of a person; empty for a holder. */
  offices: z.array(z.string()),
  isDisputed: z.boolean(),
  asOf: text,
  sources: z.array(provenanceSchema).check(z.minLength(1)),
})
export type RelationLink = z.infer<typeof relationLinkSchema>

export const relationSchema = z.object({
  from: companyOfRecord,
  to: companyOfRecord,
  nodes: z.array(holdingNodeSchema),
  links: z.array(relationLinkSchema),
  /** Shortest first. Keys of the nodes from one company to the other, and the links between them as indexes. */
  paths: z.array(z.object({ nodes: z.array(z.string()), links: z.array(z.int()) })),
  /** Without a path: ids of the two companies that no source of the requested kinds covers. */
  unconnected: z.array(z.string()),
  /** Nodes with too many neighbours, which no path crosses. */
  hubs: z.array(z.string()),
  /** Whether hubs, or the limits of reading, cut the search. */
  isPartial: z.boolean(),
  /** Newest date of the sources of shareholders; null: unknown, or no source is connected. */
  asOf: text,
  hops: z.int(),
})
export type Relation = z.infer<typeof relationSchema>
