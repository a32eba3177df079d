import { readFileSync } from 'node:fs'
import type { BlockList } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { configRows } from './config-variables.ts'
import type { Agreements } from './domain/account/agreements.ts'
import type { ModelSettings } from './features/assistant/model/model-client.ts'
import { parseRefusalRules, type RefusalRules } from './features/assistant/question/refused-questions.ts'
import { parseProxies } from './platform/http/client-address.ts'
import { isLocalHost } from './platform/http/local-host.ts'
import { type Limits, parseLimits } from './platform/limits/limit-rules.ts'
import { type LogLevel, logLevels } from './platform/log/logger.ts'
import { type Partners, parsePartners } from './platform/partners/partners.ts'
import { loadAgreements } from './platform/reference-data.ts'
import { parseSmsTemplates, readSmsSettings, type SmsSettings } from './platform/sms/sms-settings.ts'
import type { TraceSettings } from './platform/traces/open-traces.ts'
import { parseS3Address, type S3Address } from './platform/uploads/s3-address.ts'
import { readVerifyFiles } from './platform/wechat/verify-files.ts'
import type { WechatSettings } from './platform/wechat/wechat.ts'
import type { SearchServerSettings } from './search/opensearch/search-server-settings.ts'
import { parseSearchUrl, readSearchServer } from './search/opensearch/search-server-settings.ts'

export type Config = {
  port: number
  host: string
  dataDir: string
  /** undefined: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** Replicas of PostgreSQL; empty: all reads go to the primary. */
  readUrls: string[]
  /** OpenSearch; null: the search index is in `dataDir`. */
  search: SearchServerSettings | null
  /** Bucket of uploaded pictures; null: a folder in `dataDir`. */
  files: S3Address | null
  mode: 'local' | 'production'
  sms: SmsSettings
  smsOutboxFile: string | undefined
  captchaOutboxFile: string | undefined
  limits: Limits
  agreements: Agreements
  partners: Partners
  trustedProxies: BlockList
  opsToken: string | undefined
  logLevel: LogLevel
  /** Receiver of traces; null: traces are off. */
  traces: TraceSettings | null
  demoData: boolean
  /** Whether 找商机 may return whole mobile numbers for a call. */
  dialMobiles: boolean
  /** Days that tracked events are stored. */
  trackingDays: number
  /** ClickHouse server of tracked events. */
  trackingUrl: string | undefined
  /** Whether the pages ask for the consent to tracking; otherwise their host has obtained it. */
  asksTrackingConsent: boolean
  /** The language model of 百言; null: none. */
  model: ModelSettings | null
  /** Questions that 百言 refuses. */
  refusalRules: RefusalRules
  frameAncestors: string[]
  logoHosts: string[]
  jumpHosts: string[]
  testHosts: string[]
  /** Origins of the web app. */
  publicOrigins: string[]
  wechat: WechatSettings
  /** Paths of WeChat's check files. */
  wechatVerifyFiles: string[]
}

/** All problems of the configuration, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(['配置有误：', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
    this.problems = problems
  }
}

const hostname = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
const webOrigin = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const frameAncestor = /^('self'|https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?)$/i

/** Converts text by another function; the text is invalid when the function throws. */
const readAs = <T>(read: (text: string) => T) =>
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

const split = (text: string) =>
  text
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
const listOf = (pattern: RegExp) => z.pipe(readAs(split), z.array(z.string().check(z.regex(pattern))))
const orUnset = readAs((text) => (text === '' ? undefined : text))
const unlessEmpty = (pattern: RegExp) => z.pipe(z.string().check(z.regex(pattern)), orUnset)
const integerBetween = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/)),
    z.pipe(readAs(Number), z.number().check(z.minimum(least), z.maximum(most))),
  )

const wechatAppId = /^(wx[0-9a-f]{16})?$/
const wechatSecret = /^([0-9a-f]{32})?$/
/** Without a slash at the end; undefined: empty. @throws Error for what is no plain URL of http */
function readBaseUrl(text: string): string | undefined {
  if (text === '') return undefined
  const { protocol, username, search, hash } = new URL(text)
  if (!/^https?:$/.test(protocol) || username + search + hash !== '') throw new Error(protocol)
  return text.replace(/\/+$/, '')
}

const readFilesUrl = (text: string): S3Address | null => (text === '' ? null : parseS3Address(text))

const environment = z.object({
  PORT: integerBetween(0, 65_535),
  HOST: z.string().check(z.regex(/^[a-z0-9.:-]+$/i)),
  DATA_DIR: readAs((text) => path.resolve(text)),
  // One host: of several the driver would use none.
  DATABASE_URL: unlessEmpty(/^(postgres(ql)?:\/\/([^@/\s]*@)?[^@,/?\s]+([/?]\S*)?)?$/),
  DATABASE_READ_URL: z.pipe(
    readAs((text) => text.split(',').flatMap((url) => (url.trim() === '' ? [] : [url.trim()]))),
    z.array(z.string().check(z.regex(/^postgres(ql)?:\/\/[^\s,]+$/))),
  ),
  SEARCH_URL: readAs(parseSearchUrl),
  SEARCH_CA_FILE: orUnset,
  SEARCH_SHARDS: z.pipe(orUnset, z.optional(integerBetween(1, 1_024))),
  SEARCH_REPLICAS: integerBetween(0, 10),
  SEARCH_REFRESH_SECONDS: integerBetween(1, 60),
  FILES_URL: readAs(readFilesUrl),
  APP_MODE: z.enum(['local', 'production']),
  SMS_SENDER: z.enum(['console', 'aliyun', 'tencent']),
  SMS_ACCESS_KEY_ID: unlessEmpty(/^[\x21-\x7e]*$/),
  SMS_ACCESS_KEY_SECRET: unlessEmpty(/^[\x21-\x7e]*$/),
  SMS_SIGN_NAME: unlessEmpty(/^[^【】]*$/),
  SMS_TEMPLATES: readAs((text) => (text === '' ? undefined : parseSmsTemplates(text))),
  SMS_APP_ID: unlessEmpty(/^\d*$/),
  SMS_REGION: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  SMS_OUTBOX_FILE: orUnset,
  CAPTCHA_OUTBOX_FILE: orUnset,
  LIMITS_FILE: orUnset,
  AGREEMENTS_DIR: readAs((text) => (text === '' ? undefined : path.resolve(text))),
  PARTNERS_FILE: orUnset,
  TRUSTED_PROXIES: readAs((text) => parseProxies(split(text))),
  OPS_TOKEN: unlessEmpty(/^([\x21-\x7e]{16,})?$/),
  LOG_LEVEL: z.pipe(orUnset, z.optional(z.enum(logLevels))),
  OTEL_EXPORTER_OTLP_ENDPOINT: readAs(readBaseUrl),
  OTEL_TRACES_SAMPLER_ARG: z.pipe(z.string().check(z.regex(/^(0|1|0?\.\d{1,6}|1\.0+)$/)), readAs(Number)),
  DEMO_DATA: z.pipe(orUnset, z.optional(z.enum(['on', 'off']))),
  DIAL_MOBILES: z.enum(['on', 'off']),
  TRACKING_DAYS: integerBetween(1, 1_000),
  TRACKING_URL: unlessEmpty(/^(https?:\/\/\S+)?$/),
  TRACKING_CONSENT: z.enum(['ask', 'host']),
  AI_BASE_URL: readAs(readBaseUrl),
  AI_API_KEY: z.string().check(z.regex(/^[\x21-\x7e]*$/)),
  AI_MODEL: unlessEmpty(/^[\w.:/-]*$/),
  AI_REFUSALS_FILE: orUnset,
  FRAME_ANCESTORS: listOf(frameAncestor),
  LOGO_HOSTS: listOf(hostname),
  JUMP_HOSTS: listOf(hostname),
  PUBLIC_ORIGIN: listOf(webOrigin),
  WECHAT_MINI_APP_ID: unlessEmpty(wechatAppId),
  WECHAT_MINI_APP_SECRET: unlessEmpty(wechatSecret),
  WECHAT_OFFICIAL_APP_ID: unlessEmpty(wechatAppId),
  WECHAT_OFFICIAL_APP_SECRET: unlessEmpty(wechatSecret),
  WECHAT_VERIFY_FILES: readAs(readVerifyFiles),
  TEST_HOSTS: listOf(hostname),
})

const shippedRefusals = fileURLToPath(new URL('../../data/assistant/refused-questions.json', import.meta.url))
const shippedLimits = fileURLToPath(new URL('../../data/limits.json', import.meta.url))

/** Hosts that published content may open. undefined: the value is invalid. */
export const readJumpHosts = (env: Record<string, string | undefined>): string[] | undefined =>
  z.safeParse(listOf(hostname), env['JUMP_HOSTS']?.trim() ?? '').data

/** The bucket of uploaded pictures; null: a folder in DATA_DIR; undefined: the value is invalid. */
export const readFiles = (env: Record<string, string | undefined>): S3Address | null | undefined =>
  z.safeParse(readAs(readFilesUrl), env['FILES_URL']?.trim() ?? '').data

/** Reads the configuration from environment variables. @throws ConfigError naming every bad value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(configRows.map((row) => [row.name, env[row.name]?.trim() || row.default]))
  const parsed = z.safeParse(environment, given)
  if (!parsed.success) {
    const bad = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    throw new ConfigError(
      configRows
        .filter((row) => bad.has(row.name))
        .map((row) => `${row.name}${row.secret ? '' : `=${given[row.name]}`} 无效：${row.expected}`),
    )
  }
  const values = parsed.data
  const problems = values.APP_MODE === 'production' ? refusedInProduction(values) : []
  if (values.DATABASE_READ_URL.length > 0 && values.DATABASE_URL === undefined) {
    problems.push('DATABASE_URL 未设置：DATABASE_READ_URL 需要它')
  }
  const sms = readSmsSettings(values, problems)
  const miniProgram = readWechatAccount('MINI', values, problems)
  const officialAccount = readWechatAccount('OFFICIAL', values, problems)
  const model = readModel(values, problems)
  const refusals = values.AI_REFUSALS_FILE ?? shippedRefusals
  const refusalRules = readFileAs('AI_REFUSALS_FILE', refusals, parseRefusalRules, problems)
  const search = readSearchServer(values, problems)
  const limits = readFileAs('LIMITS_FILE', values.LIMITS_FILE ?? shippedLimits, parseLimits, problems)
  const partners = readPartners(values.PARTNERS_FILE, problems)
  const production = values.APP_MODE === 'production'
  const agreements = readAgreements(values, problems)
  const isComplete =
    sms !== null && limits !== null && partners !== null && agreements !== null && refusalRules !== null
  if (!isComplete || problems.length > 0) {
    throw new ConfigError(problems)
  }

  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    readUrls: values.DATABASE_READ_URL,
    search,
    files: values.FILES_URL,
    mode: values.APP_MODE,
    sms,
    smsOutboxFile: values.SMS_OUTBOX_FILE,
    captchaOutboxFile: values.CAPTCHA_OUTBOX_FILE,
    limits,
    agreements,
    partners,
    trustedProxies: values.TRUSTED_PROXIES,
    opsToken: values.OPS_TOKEN,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: values.OTEL_TRACES_SAMPLER_ARG },
    demoData: values.DEMO_DATA === undefined ? !production : values.DEMO_DATA === 'on',
    dialMobiles: values.DIAL_MOBILES === 'on',
    trackingDays: values.TRACKING_DAYS,
    trackingUrl: values.TRACKING_URL,
    asksTrackingConsent: values.TRACKING_CONSENT === 'ask',
    model,
    refusalRules,
    frameAncestors: values.FRAME_ANCESTORS,
    logoHosts: values.LOGO_HOSTS,
    jumpHosts: values.JUMP_HOSTS,
    testHosts: values.TEST_HOSTS,
    publicOrigins: values.PUBLIC_ORIGIN,
    wechat: { miniProgram, officialAccount },
    wechatVerifyFiles: values.WECHAT_VERIFY_FILES,
  }
}

/** An account at WeChat; null when it is not set. */
function readWechatAccount(kind: 'MINI' | 'OFFICIAL', values: z.output<typeof environment>, problems: string[]) {
  const names = [`WECHAT_${kind}_APP_ID`, `WECHAT_${kind}_APP_SECRET`] as const
  const [appId, secret] = [values[names[0]], values[names[1]]]
  if (appId !== undefined && secret !== undefined) return { appId, secret }
  const [set, missing] = appId === undefined ? [names[1], names[0]] : names
  if (values[set] !== undefined) problems.push(`${missing} 未设置：${set} 需要它`)
  return null
}

/** The language model of 百言; null when it is not set. A key must not travel to another machine in the clear. */
function readModel(values: z.output<typeof environment>, problems: string[]): ModelSettings | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model } = values
  if (baseUrl !== undefined && model !== undefined) {
    const { protocol, hostname: host } = new URL(baseUrl)
    if (protocol === 'http:' && apiKey !== '' && !isLocalHost(host)) {
      problems.push('AI_BASE_URL 无效：有 AI_API_KEY 时须以 https:// 开头')
    }
    return { baseUrl, apiKey, model }
  }
  const [set] = [baseUrl && 'AI_BASE_URL', model && 'AI_MODEL', apiKey && 'AI_API_KEY'].filter(Boolean)
  if (set) problems.push(`${baseUrl === undefined ? 'AI_BASE_URL' : 'AI_MODEL'} 未设置：${set} 需要它`)
  return null
}

/** Agreements of the folder. Users of a production server consent to a complete text only. null after a problem. */
function readAgreements(values: z.output<typeof environment>, problems: string[]): Agreements | null {
  try {
    const agreements = loadAgreements({
      folder: values.AGREEMENTS_DIR,
      fillsPlaceholders: values.APP_MODE !== 'production',
      trackingDays: values.TRACKING_DAYS,
    })
    const open = agreements.placeholders.join('')
    if (open !== '') problems.push(`AGREEMENTS_DIR：协议中还有待填写的内容 ${open}，填写后才能用于 APP_MODE=production`)
    return agreements
  } catch (error) {
    problems.push(`AGREEMENTS_DIR：${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** Settings that reveal codes in a terminal or a file. */
function refusedInProduction(values: z.output<typeof environment>): string[] {
  const problems: string[] = []
  if (values.SMS_SENDER === 'console') {
    problems.push('SMS_SENDER=console 不能用于 APP_MODE=production：验证码会出现在终端，请使用 aliyun 或 tencent')
  }
  for (const name of ['SMS_OUTBOX_FILE', 'CAPTCHA_OUTBOX_FILE'] as const) {
    if (values[name] !== undefined) problems.push(`${name} 不能用于 APP_MODE=production：它会写出验证码，仅供测试`)
  }
  return problems
}

const readPartners = (file: string | undefined, problems: string[]): Partners | null =>
  file === undefined ? new Map() : readFileAs('PARTNERS_FILE', file, parsePartners, problems)

/** Reads a configuration file; null when it cannot be used, after adding a problem that says why. */
function readFileAs<T>(name: string, file: string, parse: (text: string) => T, problems: string[]): T | null {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    problems.push(`${name}=${file} 无效：${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}
