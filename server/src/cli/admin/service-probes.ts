import type { CheckKey } from '@baiqicha/contract/desk/operations'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Config } from '../../config/read-config.ts'
import type { Clock } from '../../domain/clock.ts'
import { createAgreementRepository } from '../../features/agreements/agreement.repository.ts'
import type { ServiceProbe, ServiceProbes } from '../../features/operators/service-checks.service.ts'
import { systemRandom as random } from '../../platform/crypto/system-random.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import { type NoticeOptions, sendNotice, targetLabel } from '../../platform/mail/notice-targets.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { completeSources, readAgreementFiles } from '../../platform/reference-data.ts'
import { createProviderSmsSender } from '../../platform/sms/sms-senders.ts'
import { openPictureFiles } from '../../platform/uploads/picture-files.ts'
import { readManifest } from '../backup/backup-files.ts'
import { minuteOf } from './admin-refused.ts'

type ProbesDeps = { config: Config; database: OpenDatabase; clock: Clock }
type Probes = Record<CheckKey, () => Promise<ServiceProbe>>

const unset = (value: string): ServiceProbe => ({ isSet: false, value, test: async () => value })
const providers = { aliyun: '阿里云', tencent: '腾讯云' } as const

/** A code that opens nothing: it is not stored. */
const TEST_CODE = '000000'

function smsProbe({ config: { sms }, clock }: ProbesDeps): ServiceProbe {
  if (sms.sender === 'console') return unset('SMS_SENDER 未设置，验证码显示在终端')
  return {
    isSet: true,
    value: `${providers[sms.sender]} · 签名 ${sms.account.signName}`,
    async test(mobile) {
      const sender = createProviderSmsSender(sms, { clock, random })
      await sender.send({ mobile, scene: 'login', code: TEST_CODE }, AbortSignal.timeout(8_000))
      return `已发送，内容为登录验证码 ${TEST_CODE}`
    },
  }
}

/** The texts in force. Reads the files again with each call, since they may be completed while the server runs. */
async function agreementsProbe({ config, database: { db }, clock }: ProbesDeps): Promise<ServiceProbe> {
  const { agreementsDir, trackingDays } = config
  async function open() {
    const sources = await createAgreementRepository(clock).sourcesInForce(db, readAgreementFiles(agreementsDir))
    return completeSources(sources, { fillsPlaceholders: false, trackingDays }).placeholders
  }
  const missing = await open()
  return {
    isSet: missing.length === 0,
    value: missing.length === 0 ? '已填写完整' : `${missing.length} 处【】未填：在后台的协议页填写并发布`,
    async test() {
      const found = await open()
      if (found.length > 0) throw new Error(`未填：${found.join('')}`)
      return '没有未填的【】'
    },
  }
}

function originProbe({ config: { publicOrigins } }: ProbesDeps): ServiceProbe {
  const [origin] = publicOrigins
  if (origin === undefined) return unset('PUBLIC_ORIGIN 未设置')
  return {
    isSet: true,
    value: publicOrigins.join('、'),
    async test() {
      const response = await fetch(`${origin}/`, { redirect: 'error', signal: AbortSignal.timeout(5_000) })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      if (!(await response.text()).includes('<title>百企查')) throw new Error('返回的不是百企查的页面')
      return '返回百企查的页面'
    },
  }
}

async function databaseProbe({ config: { readUrls }, database: { db } }: ProbesDeps): Promise<ServiceProbe> {
  const version = isPostgres(db)
    ? sql<{ text: string }>`select version() as text`
    : sql<{ text: string }>`select
    'SQLite ' || sqlite_version() as text`
  const text = (await version.execute(db)).rows[0]?.text ?? ''
  const replicas = readUrls.length === 0 ? '' : ` · ${readUrls.length} 副本`
  return {
    isSet: true,
    value: `${text.split(' ').slice(0, 2).join(' ')}${replicas}`,
    async test() {
      const startedAt = performance.now()
      await db.selectFrom('source').select('id').limit(1).execute()
      return `往返 ${(performance.now() - startedAt).toFixed(1)} 毫秒`
    },
  }
}

const backedUp = z.object({ folder: z.optional(z.string()), bytes: z.number() })
const WEEK = 7 * 86_400_000

/** The newest backup that a command of this version made. */
async function backupProbe({ database: { db }, clock }: ProbesDeps): Promise<ServiceProbe> {
  const row = await db
    .selectFrom('operator_audit')
    .select(['at', 'after'])
    .where('action', '=', 'storeBackedUp')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return unset('还没有任何备份：npm run admin -- backup <目录>')
  const { folder, bytes } = z.parse(backedUp, JSON.parse(row.after ?? '{}'))
  return {
    isSet: true,
    value: `最近备份 ${minuteOf(row.at)} · ${(bytes / 1_000_000).toFixed(1)} MB`,
    async test() {
      if (clock.now() - row.at > WEEK) throw new Error('超过 7 天没有备份')
      if (folder === undefined) throw new Error('备份由旧版本生成，没有记录目录')
      const { files } = await readManifest(folder)
      return `${folder} 的清单完整，${files.length} 个文件`
    },
  }
}

function mailProbe({ config: { mail } }: ProbesDeps): ServiceProbe {
  if (mail === null) return unset('不设置：没有邮件简报，新事项只用群机器人通知')
  return {
    isSet: true,
    value: `${mail.host} · ${mail.from}`,
    async test(to) {
      await sendMail(mail, { to, subject: '百企查后台测试', text: '这是一封测试邮件。' })
      return '已交给邮件服务器'
    },
  }
}

function noticeProbe({ config: { notices: targets, mail } }: ProbesDeps, post?: NoticeOptions['post']): ServiceProbe {
  if (targets.length === 0) return unset('不设置：新事项只在待办中')
  return {
    isSet: true,
    value: targets.map(targetLabel).join('、'),
    async test() {
      await sendNotice({ targets, mail, ...(post !== undefined && { post }) }, '百企查后台：测试通知。')
      return `已发到 ${targets.length} 处`
    },
  }
}

const unmeasured = { called() {}, tokens() {}, rejected() {} }

function modelProbe({ config: { model: settings }, clock }: ProbesDeps): ServiceProbe {
  if (settings === null) return unset('不设置：百言只给检索结果')
  return {
    isSet: true,
    value: settings.model,
    async test() {
      const { createModelClient } = await import('../../features/assistant/model/model-client.ts')
      const client = createModelClient({ settings, clock, metrics: unmeasured, times: { totalMs: 15_000 } })
      const asked = { messages: [{ role: 'user', content: '请只回复两个字：正常' }] } as const
      const { text } = await client.open(AbortSignal.timeout(15_000)).ask(asked)
      return `回答“${text.slice(0, 40)}”`
    },
  }
}

function filesProbe({ config }: ProbesDeps): ServiceProbe {
  if (config.files === null) return unset('不设置：图片存放在 DATA_DIR')
  return {
    isSet: true,
    value: config.files.bucket,
    async test() {
      const files = openPictureFiles(config, 'command')
      const id = `i-check${Buffer.from(random.bytes(8)).toString('hex')}`
      const written = Buffer.from(id)
      await files.save(id, written)
      const read = await files.read(id)
      await files.remove(id)
      if (read === null || !read.equals(written)) throw new Error('读到的与写入的不同')
      return '写入、读取、删除各一次'
    },
  }
}

function searchProbe({ config: { search } }: ProbesDeps): ServiceProbe {
  if (search === null) return unset('不设置：使用内置索引')
  const { url, caFile } = search
  return {
    isSet: true,
    value: url
      .split(',')
      .map((node) => new URL(node.trim()).host)
      .join('、'),
    async test() {
      const { connectOpenSearch } = await import('../../search/opensearch/client.ts')
      const client = connectOpenSearch({ url, caFile })
      try {
        const { body } = await client.cluster.health({})
        if (body.status === 'red') throw new Error('集群状态 red')
        return `集群状态 ${body.status}`
      } finally {
        await client.close()
      }
    },
  }
}

/** What is set, read from the configuration, and how each service is tested. */
export function createServiceProbes(deps: ProbesDeps, post?: NoticeOptions['post']): ServiceProbes {
  const probes: Probes = {
    sms: async () => smsProbe(deps),
    agreements: () => agreementsProbe(deps),
    origin: async () => originProbe(deps),
    database: () => databaseProbe(deps),
    backup: () => backupProbe(deps),
    mail: async () => mailProbe(deps),
    notice: async () => noticeProbe(deps, post),
    model: async () => modelProbe(deps),
    files: async () => filesProbe(deps),
    search: async () => searchProbe(deps),
  }
  return { isProduction: deps.config.mode === 'production', probes }
}
