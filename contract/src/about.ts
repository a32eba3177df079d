import * as z from 'zod/mini'

/** A source with the number of its current records. Demonstration data are not counted. */
const aboutSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Scope of the source, as in A 股上市公司. */
  scope: z.string(),
  licence: z.string(),
  url: z.nullable(z.string()),
  /** YYYY, YYYY-MM or YYYY-MM-DD; null: the source states none. */
  asOf: z.nullable(z.string()),
  /** Instant of the last finished import, ISO 8601; null: none is recorded. */
  lastImport: z.nullable(z.string()),
  /** The kinds of which the source has records; `title` is 企业 for companies, otherwise the title of a record kind. */
  records: z.array(z.object({ title: z.string(), count: z.int() })),
})
export type AboutSource = z.infer<typeof aboutSourceSchema>

/** A shipped package or asset. `version` is null for an asset. */
const licenceSchema = z.object({ name: z.string(), version: z.nullable(z.string()), licence: z.string() })
export type Licence = z.infer<typeof licenceSchema>

export const aboutSchema = z.object({
  /** Version of the product. */
  version: z.string(),
  icp: z.nullable(z.string()),
  sources: z.array(aboutSourceSchema),
  /** Titles of the record kinds without a connected source (未接入). */
  unconnectedKinds: z.array(z.string()),
  /** Those of them with demonstration data, which are shown on this server. */
  demoKinds: z.array(z.string()),
  /** Shipped packages and assets, by name. */
  licences: z.array(licenceSchema),
})
export type About = z.infer<typeof aboutSchema>

/** Static file of the web build with the licence texts, which only a reader of one text needs. */
export const LICENCE_TEXTS_PATH = '/licences.json'

/** `texts` has each text once; an entry names its text by position, null: the package ships no text. */
export const licenceTextsSchema = z.object({
  list: z.array(z.object({ ...licenceSchema.shape, text: z.nullable(z.int()) })),
  texts: z.array(z.string()),
})

/** Version of the product, as in package.json. */
export const PRODUCT_VERSION = '1.0.0'
