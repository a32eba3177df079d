import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { Agreements } from '../domain/account/agreements.ts'
import type { ModelSettings } from '../features/assistant/model/model-client.ts'
import { parseRefusalRules, type RefusalRules } from '../features/assistant/question/refused-questions.ts'
import { isLocalHost, isLoopback } from '../platform/http/client-address.ts'
import { type Limits, parseLimits } from '../platform/limits/limit-rules.ts'
import type { LogLevel } from '../platform/log/logger.ts'
import { type MailServer, mailAddress } from '../platform/mail/send-mail.ts'
import { type Partners, parsePartners } from '../platform/partners/partners.ts'
import { loadAgreements } from '../platform/reference-data.ts'
import { readSmsSettings, type SmsSettings } from '../platform/sms/sms-settings.ts'
import type { TraceSettings } from '../platform/traces/open-traces.ts'
import type { WechatSettings } from '../platform/wechat/wechat.ts'
import { type SearchServerSettings, searchNodes } from '../search/opensearch/client.ts'
import { settingRows } from './setting.ts'
import { type Settings, settings } from './settings.ts'

/** What several settings, or the files that they name, come to. */
type Derived = {
  logLevel: LogLevel
  demoData: boolean
  /** OpenSearch; null: the search index is in `dataDir`. */
  search: SearchServerSettings | null
  sms: SmsSettings
  limits: Limits
  agreements: Agreements
  partners: Partners
  /** Receiver of traces; null: traces are off. */
  traces: TraceSettings | null
  /** The language model of 百言; null: none. */
  model: ModelSettings | null
  /** Questions that 百言 refuses. */
  refusalRules: RefusalRules
  wechat: WechatSettings
  /** null: no mail is sent. */
  mail: MailServer | null
}

export type Config = Omit<Settings, keyof Derived> & Derived

/** All problems of the configuration, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(['配置有误：', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
    this.problems = problems
  }
}

const shippedRefusals = fileURLToPath(new URL('../../../data/assistant/refused-questions.json', import.meta.url))
const shippedLimits = fileURLToPath(new URL('../../../data/limits.json', import.meta.url))

type Environment = Record<string, string | undefined>

/** Reads the settings of a table from environment variables. @throws ConfigError naming every bad value */
export function readSettings<S extends z.ZodMiniObject>(table: S, env: Environment): z.output<S> {
  const rows = settingRows(table)
  const given = Object.fromEntries(rows.map((row) => [row.key, env[row.name]?.trim() || row.default]))
  const parsed = z.safeParse(table, given)
  if (parsed.success) return parsed.data
  const bad = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
  throw new ConfigError(
    rows
      .filter(({ key }) => bad.has(key))
      .map((row) => `${row.name}${row.secret ? '' : `=${given[row.key]}`} 无效：${row.expected}`),
  )
}

/** Reads the configuration from environment variables. @throws ConfigError naming every bad value. */
export function readConfig(env: Environment): Config {
  const values = readSettings(settings, env)
  const isProduction = values.mode === 'production'
  const problems = isProduction ? refusedInProduction(values) : []
  if (values.readUrls.length > 0 && values.databaseUrl === undefined) {
    problems.push('DATABASE_URL 未设置：DATABASE_READ_URL 需要它')
  }
  const sms = readSmsSettings(values, problems)
  const miniProgram = readWechatAccount('MINI', [values.wechatMiniAppId, values.wechatMiniAppSecret], problems)
  const officialIds = [values.wechatOfficialAppId, values.wechatOfficialAppSecret] as const
  const officialAccount = readWechatAccount('OFFICIAL', officialIds, problems)
  const model = readModel(values, problems)
  const refusals = values.aiRefusalsFile ?? shippedRefusals
  const refusalRules = readFileAs('AI_REFUSALS_FILE', refusals, parseRefusalRules, problems)
  const mail = readMailServer(values, problems)
  const search = readSearchServer(values, problems)
  const limits = readFileAs('LIMITS_FILE', values.limitsFile ?? shippedLimits, parseLimits, problems)
  const partners = readPartners(values.partnersFile, problems)
  const agreements = readAgreements(values, problems)
  const isComplete =
    sms !== null && limits !== null && partners !== null && agreements !== null && refusalRules !== null
  if (!isComplete || problems.length > 0) throw new ConfigError(problems)

  return {
    ...values,
    logLevel: values.logLevel ?? (isProduction ? 'info' : 'warn'),
    demoData: values.demoData ?? !isProduction,
    search,
    sms,
    limits,
    agreements,
    partners,
    traces: values.tracesEndpoint === undefined ? null : { endpoint: values.tracesEndpoint, ratio: values.tracedShare },
    model,
    refusalRules,
    wechat: { miniProgram, officialAccount },
    mail,
  }
}

/** An account at WeChat; null when it is not set. */
function readWechatAccount(
  kind: 'MINI' | 'OFFICIAL',
  [appId, secret]: readonly [string | undefined, string | undefined],
  problems: string[],
) {
  if (appId !== undefined && secret !== undefined) return { appId, secret }
  const names = [`WECHAT_${kind}_APP_ID`, `WECHAT_${kind}_APP_SECRET`]
  const [set, missing] = appId === undefined ? names.toReversed() : names
  if (appId !== secret) problems.push(`${missing} 未设置：${set} 需要它`)
  return null
}

/** The mail server with its sender; null when it is not set. */
function readMailServer({ smtp, mailFrom }: Settings, problems: string[]): MailServer | null {
  if (smtp === null) {
    if (mailFrom !== undefined) problems.push('SMTP_URL 未设置：MAIL_FROM 需要它')
    return null
  }
  const from = mailFrom ?? smtp.user
  if (mailAddress.test(from)) return { ...smtp, from }
  problems.push('MAIL_FROM 未设置：SMTP_URL 的用户名不是邮箱时需要它')
  return null
}

/** The language model of 百言; null when it is not set. A key must not travel to another machine in the clear. */
function readModel(values: Settings, problems: string[]): ModelSettings | null {
  const { aiBaseUrl: baseUrl, aiApiKey: apiKey, aiModel: model } = values
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

/** The OpenSearch of the operator; null: the index is in DATA_DIR, or `problems` got a sentence. */
function readSearchServer(values: Settings, problems: string[]): SearchServerSettings | null {
  const { searchUrl: url, searchCaFile: caFile, searchShards: shards = null } = values
  if (url === undefined) {
    if (caFile !== undefined) problems.push('SEARCH_URL 未设置：SEARCH_CA_FILE 需要它')
    return null
  }
  const inClear = searchNodes(url).find(({ protocol, hostname }) => protocol === 'http:' && !isLocalHost(hostname))
  // A password must not travel to another machine in the clear.
  if (inClear !== undefined && url.includes('@')) problems.push('SEARCH_URL 无效：有密码时须以 https:// 开头')
  if (caFile !== undefined && !isCertificate(caFile)) problems.push(`SEARCH_CA_FILE=${caFile} 无效：应为 PEM 证书文件`)
  const index = { shards, replicas: values.searchReplicas, refreshSeconds: values.searchRefreshSeconds }
  return { url, caFile, index }
}

function isCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== ''
  } catch {
    return false
  }
}

/** Agreements of the folder. Users of a production server consent to a complete text only. null after a problem. */
function readAgreements(values: Settings, problems: string[]): Agreements | null {
  try {
    const agreements = loadAgreements({
      folder: values.agreementsDir,
      fillsPlaceholders: values.mode !== 'production',
      trackingDays: values.trackingDays,
    })
    const open = agreements.placeholders.join('')
    if (open !== '') problems.push(`AGREEMENTS_DIR：协议中还有待填写的内容 ${open}，填写后才能用于 APP_MODE=production`)
    return agreements
  } catch (error) {
    problems.push(`AGREEMENTS_DIR：${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** Settings that reveal codes in a terminal or a file, or the desk of operators to a network. */
function refusedInProduction(values: Settings): string[] {
  const problems: string[] = []
  if (values.smsSender === 'console') {
    problems.push('SMS_SENDER=console 不能用于 APP_MODE=production：验证码会出现在终端，请使用 aliyun 或 tencent')
  }
  if (values.opsPort !== undefined && !isLoopback(values.opsHost) && values.opsHost !== 'localhost') {
    if (!values.opsOrigin?.startsWith('https://')) {
      problems.push('OPS_ORIGIN 无效：OPS_HOST 不是本机地址时，APP_MODE=production 需要 https:// 开头的来源')
    }
  }
  if (values.webhookHosts.some((host) => isLocalHost(host.replace(/:\d+$/, '')))) {
    problems.push('WEBHOOK_HOSTS 无效：APP_MODE=production 时不能是本机')
  }
  const outboxes = { SMS_OUTBOX_FILE: values.smsOutboxFile, CAPTCHA_OUTBOX_FILE: values.captchaOutboxFile }
  for (const [name, file] of Object.entries(outboxes)) {
    if (file !== undefined) problems.push(`${name} 不能用于 APP_MODE=production：它会写出验证码，仅供测试`)
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
