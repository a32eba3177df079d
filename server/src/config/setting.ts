import { type CheckSite, checkSites } from '@baiqicha/contract/official-check'
import * as z from 'zod/mini'

/** What an operator reads about a setting. */
export type SettingRow = {
  /** Environment variable. */
  name: string
  /** As text, as in the environment; empty means unset. */
  default: string
  meaning: string
  meaningZh: string
  /** Describes a valid value: the second half of the sentence that refuses a bad one. */
  expected: string
  /** The value never appears in output, not even in an error message. */
  secret?: true
}

const rows = z.registry<SettingRow>()

/** A setting: the schema of its text, with what an operator reads about it. */
export function setting<S extends z.ZodMiniType>(schema: S, row: SettingRow): S {
  const own = schema.clone()
  rows.add(own, row)
  return own
}

/** The rows of a table of settings, in its order. */
export const settingRows = ({ shape }: z.ZodMiniObject): (SettingRow & { key: string })[] =>
  Object.entries(shape).flatMap(([key, schema]) => {
    const row = rows.get(schema)
    return row === undefined ? [] : { key, ...row }
  })

/** Converts text by another function; the text is invalid when the function throws. */
export const parsedBy = <T>(read: (text: string) => T) =>
  z.pipe(
    z.string(),
    z.transform((text: string, context): T => {
      try {
        return read(text)
      } catch {
        context.issues.push({ code: 'custom', input: text })
        return z.NEVER
      }
    }),
  )

export const hostname = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

export const splitList = (text: string) =>
  text
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')

export const listMatching = (pattern: RegExp) =>
  z.pipe(parsedBy(splitList), z.array(z.string().check(z.regex(pattern))))

export const orUnset = () => parsedBy((text) => (text === '' ? undefined : text))

export const unlessEmpty = (pattern: RegExp) => z.pipe(z.string().check(z.regex(pattern)), orUnset())

export const integerBetween = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/)),
    z.pipe(parsedBy(Number), z.number().check(z.minimum(least), z.maximum(most))),
  )

export const onOrOff = () =>
  z.pipe(
    z.enum(['on', 'off']),
    z.transform((choice) => choice === 'on'),
  )

/** Without a slash at the end; undefined: empty. Invalid: what is no plain URL of http. */
export const baseUrl = () =>
  parsedBy((text) => {
    if (text === '') return undefined
    const { protocol, username, search, hash } = new URL(text)
    if (!/^https?:$/.test(protocol) || username + search + hash !== '') throw new Error(protocol)
    return text.replace(/\/+$/, '')
  })

const webAddress = z.string().check(z.regex(/^https?:\/\/\S+$/))

/**
 * Parses addresses of official sites as in `tax=https://a.example/ disclosure=https://b.example/?key={code}`. Empty: none. @throws
 * Error for an unknown site, one that is named twice, and for what is no web address.
 */
export function parseSiteAddresses(text: string): ReadonlyMap<CheckSite, string> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const pairs = words.map((word): [CheckSite, string] => {
    const at = word.indexOf('=')
    return [z.parse(z.enum(checkSites), word.slice(0, at)), z.parse(webAddress, word.slice(at + 1))]
  })
  const addresses = new Map(pairs)
  if (addresses.size < pairs.length) throw new Error('A site is named twice')
  return addresses
}
