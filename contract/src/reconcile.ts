import * as z from 'zod/mini'

/** The Reconciliation Service API 0.2 (https://www.w3.org/community/reports/reconciliation/), for spreadsheets. */
export const RECONCILE_PATH = '/api/reconcile'
export const RECONCILE_SUGGEST_PATH = `${RECONCILE_PATH}/suggest`

/** Queries per call. OpenRefine sends ten. */
export const RECONCILE_BATCH_LIMIT = 50

/** The one property that narrows a query. */
export const CREDIT_CODE_PROPERTY = 'creditCode'

const propertySchema = z.object({ pid: z.string(), v: z.unknown() })
const queryOf = <Query extends z.ZodMiniType, Properties extends z.ZodMiniType>(query: Query, properties: Properties) =>
  z.strictObject({
    query,
    properties,
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    type_strict: z.optional(z.enum(['any', 'should', 'all'])),
    limit: z.optional(z.number()),
  })
const reconcileQuerySchema = z.union([
  queryOf(z.string(), z.optional(z.array(propertySchema))),
  queryOf(z.optional(z.string()), z.array(propertySchema).check(z.minLength(1))),
])
export type ReconcileQuery = z.infer<typeof reconcileQuerySchema>
export const reconcileBatchSchema = z.record(z.string(), reconcileQuerySchema)

const typeSchema = z.object({ id: z.string(), name: z.string() })
const candidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  /** 100 for the same name or code, else below 50 in the order of the search. */
  score: z.number(),
  /** Whether exactly one company has the name or code. */
  match: z.boolean(),
  type: z.array(typeSchema),
})
export type ReconcileCandidate = z.infer<typeof candidateSchema>
export const reconcileResultsSchema = z.record(z.string(), z.object({ result: z.array(candidateSchema) }))

export const reconcileManifestSchema = z.object({
  versions: z.array(z.string()),
  name: z.string(),
  identifierSpace: z.string(),
  schemaSpace: z.string(),
  view: z.object({ url: z.string().check(z.regex(/\{\{id\}\}/)) }),
  defaultTypes: z.array(typeSchema),
  suggest: z.object({ entity: z.object({ service_url: z.string(), service_path: z.string() }) }),
})
export type ReconcileManifest = z.infer<typeof reconcileManifestSchema>

export const reconcileSuggestionsSchema = z.object({
  result: z.array(z.object({ id: z.string(), name: z.string(), notable: z.array(typeSchema) })),
})
