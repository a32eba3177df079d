import * as z from 'zod/mini'
import { companyIdQuery, provenanceSchema } from './company-detail.ts'
import { pageOf, pagingQuery } from './envelope.ts'
import { amountSchema } from './records/fields.ts'
import { companyOfRecord } from './records/record.ts'

const text = z.nullable(z.string())
/** In %; null: not published, or not to be computed with. */
const share = z.nullable(z.number())

/** A shareholder that is more than 50 % of a company controls it; from 25 % on a person is a 受益所有人（疑似）. In %. */
export const CONTROL_ABOVE = 50
export const BENEFICIARY_FROM = 25

const holdingNodeKinds = ['company', 'partnership', 'person', 'other'] as const

/** A company, or a holder that no company is known for. A person is another node at every company, but for a key of the source. */
const holdingNodeSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** null: no company is known for the name. */
  companyId: text,
  kind: z.enum(holdingNodeKinds),
  isAbroad: z.boolean(),
})
export type HoldingNode = z.infer<typeof holdingNodeSchema>

const holdingBases = ['最新公示', '工商登记', '对外投资'] as const

/** One holder of one company, from every record that states it. */
const statedHoldingSchema = z.object({
  /** Keys of nodes. */
  holder: z.string(),
  company: z.string(),
  share,
  basis: z.enum(holdingBases),
  amount: z.nullable(amountSchema),
  isDisputed: z.boolean(),
  asOf: text,
  /** Newest first. */
  sources: z.array(provenanceSchema).check(z.minLength(1)),
})
export type StatedHolding = z.infer<typeof statedHoldingSchema>

const parentRoles = ['上级机构', '最终上级机构'] as const

/** 上级机构 that a source states without a share, as GLEIF and Wikidata do. No figure is computed with it. */
const statedParentSchema = z.object({
  role: z.enum(parentRoles),
  name: z.string(),
  /** null: no company is known for the name. */
  companyId: text,
  source: provenanceSchema,
})
export type StatedParent = z.infer<typeof statedParentSchema>

const graphParts = {
  nodes: z.array(holdingNodeSchema),
  holdings: z.array(statedHoldingSchema),
}

/** A way from a holder down to the company: indexes in `holdings`, the holder's own first. */
const ownershipPathSchema = z.object({ holdings: z.array(z.int()), share })
export type OwnershipPath = z.infer<typeof ownershipPathSchema>

const ultimateHolderSchema = z.object({
  node: z.string(),
  /** Sum over the paths whose shares are all published; null: none is. */
  share,
  /** Whether a path has a share that is not published, or was not read, so that the sum is a part. */
  isPartial: z.boolean(),
  paths: z.array(ownershipPathSchema),
  /** More paths than are listed. */
  hiddenPaths: z.int(),
  /** Oldest date of the paths. */
  asOf: text,
})
export type UltimateHolder = z.infer<typeof ultimateHolderSchema>

export const ultimateHoldersSchema = z.object({
  company: companyOfRecord,
  ...graphParts,
  /** Whether a source of shareholders covers the company without limits, or one states a holder. */
  connected: z.boolean(),
  sources: z.array(provenanceSchema),
  /** Largest first; those that publish no share last. */
  holders: z.array(ultimateHolderSchema),
  holdersTotal: z.int(),
  /** Sum of all shares that reach an ultimate holder. */
  knownShare: z.number(),
  /** Shares that end at a company: its published shareholders hold less than all of it. */
  unassigned: z.array(z.object({ node: z.string(), share: z.number() })),
  /** Holder reached by more than 50 % step by step, with the steps, the holder's first; null: none. */
  controller: z.nullable(z.object({ node: z.string(), holdings: z.array(z.int()) })),
  parents: z.array(statedParentSchema),
  /** Holders that a source names 实际控制人. */
  statedControllers: z.array(z.object({ node: z.string(), source: provenanceSchema })),
  /** Keys of the companies of each circle, each a holder of the one before it. */
  circles: z.array(z.array(z.string())),
  /** Companies whose published shares add up to more than 100.01 %: reported, not computed with. */
  overDeclared: z.array(z.object({ node: z.string(), sum: z.number() })),
  /** Whether the limits of reading left out companies, paths or records. */
  isPartial: z.boolean(),
})
export type UltimateHolders = z.infer<typeof ultimateHoldersSchema>

/** Levels and nodes of a tree. */
export const [TREE_LEVELS, TREE_NODES] = [6, 500] as const

export const ownershipTreeQuery = z.object({
  ...companyIdQuery.shape,
  /** Up: shareholders; down: investments. */
  direction: z._default(z.enum(['up', 'down']), 'up'),
  depth: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(TREE_LEVELS)), TREE_LEVELS),
})

export const ownershipTreeSchema = z.object({
  company: companyOfRecord,
  ...graphParts,
  /** Whether a source of the direction covers the company without limits, or states a holding. */
  connected: z.boolean(),
  sources: z.array(provenanceSchema),
  /** Of the company itself; empty downward. */
  parents: z.array(statedParentSchema),
  /** Level by level, the largest share first. */
  rows: z.array(
    z.object({
      node: z.string(),
      /** Index of the row below which it stands; null: the company itself. */
      parent: z.nullable(z.int()),
      /** Index of its holding of, or by, the parent. */
      holding: z.int(),
      /** The company stands above itself: it is shown once and not expanded. */
      isCircular: z.boolean(),
      /** Number of nodes below it that were read and are not in the tree. */
      hidden: z.int(),
    }),
  ),
  /** As `hidden`, of the company itself. */
  hidden: z.int(),
  isPartial: z.boolean(),
})
export type OwnershipTree = z.infer<typeof ownershipTreeSchema>

/** Companies of a group. */
export const GROUP_MOST = 1000
export const companyGroupQuery = z.object({ ...companyIdQuery.shape, ...pagingQuery })

export const companyGroupSchema = z.extend(
  pageOf(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Product of the shares from the controller down, each more than 50 %. */
      share: z.number(),
      shares: z.array(z.number()),
      asOf: text,
    }),
  ),
  {
    company: companyOfRecord,
    /** The computed controller of the company; the company itself where no controller is computed. */
    controller: holdingNodeSchema,
    isSelf: z.boolean(),
    /** Whether a source of holdings covers the company, or names it. */
    connected: z.boolean(),
    isPartial: z.boolean(),
  },
)
export type CompanyGroup = z.infer<typeof companyGroupSchema>

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
