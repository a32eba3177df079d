import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/read-config.ts'
import { parseMembershipRules } from '../domain/account/membership-rules.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { createAgreementRepository, createPublishedAgreements } from '../features/agreements/agreement.repository.ts'
import { createContentRepository } from '../features/content/content.repository.ts'
import { closeDays, createRollUp, rollUpInThread } from '../features/tracking/figures/roll-up-days.ts'
import { openEventStore } from '../features/tracking/open-event-store.ts'
import { lazy } from '../platform/cache.ts'
import { createCipher } from '../platform/crypto/cipher.ts'
import { createHmacHasher, isSharedKey, loadHmacKey } from '../platform/crypto/hmac.ts'
import { createPasswordHasher } from '../platform/crypto/passwords.ts'
import { systemRandom } from '../platform/crypto/system-random.ts'
import { describeDatabaseFailure } from '../platform/database/describe-failure.ts'
import { migrateStore } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { findsRow } from '../platform/database/portable-sql.ts'
import { startDatabaseClock } from '../platform/database/postgres/database-clock.ts'
import type { Logger } from '../platform/log/logger.ts'
import { createServiceOutage } from '../platform/log/service-outage.ts'
import { createOperationMonitor } from '../platform/operations/operation-monitor.ts'
import { createOutbox } from '../platform/outbox.ts'
import {
  completeSources,
  loadMembershipRules,
  loadReferenceData,
  readAgreementFiles,
} from '../platform/reference-data.ts'
import type { ServiceStates } from '../platform/service-states.ts'
import { type SmsSender, sendThroughAll } from '../platform/sms/sms-sender.ts'
import { createConsoleSmsSender, createOutboxSmsSender, createProviderSmsSender } from '../platform/sms/sms-senders.ts'
import { type Traces, traceQueries } from '../platform/traces/traces.ts'
import { openPictureFiles } from '../platform/uploads/picture-files.ts'
import { createImageReEncoder } from '../platform/uploads/re-encode-image.ts'
import { openVerifyFiles, openWebFiles } from '../platform/web/web-files.ts'
import { createWechat } from '../platform/wechat/wechat.ts'
import { createHiddenNumbersOf } from '../records/hidden-numbers.ts'
import { createListProcess } from './batch/list-process.ts'
import { alertOptionsOf, roundInThread } from './briefings.ts'
import { createApp } from './create-app.ts'
import { renewPartitionStatistics, repeat } from './jobs.ts'
import { loadStarterWithProgress } from './load-starter-with-progress.ts'
import { type StartedSearch, traceSearch } from './start-search.ts'

const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Length of the accept queue. The system default is shorter, and connections beyond it are reset. */
const BACKLOG = 4096

/** An existing index is in use earlier; building one takes seconds for the starter set, minutes for a whole register. */
const EXPLAIN_AFTER_MS = 2_000

export type StartRequest = {
  config: Config
  log: Logger
  search: StartedSearch
  serviceStates: ServiceStates
  /** Absent: traces are off. */
  traces?: Traces | undefined
  /** Prints a line for the person at the terminal. */
  say: (line: string) => void
}

/** The server cannot start over the stored data. The message says why, and what the operator can do. */
export class StartRefused extends Error {}

const foreignKey = (dataDir: string) =>
  `密钥文件与同一数据库上的其他进程不同：${path.join(dataDir, 'secret.key')}。请从其他进程的 DATA_DIR 复制它；若原来的密钥已丢失，清空表 secret_key_check 后重新启动，未用的验证码和隐藏的号码随之失效。`

/** Versions of a store that served another mode may have placeholders, although the files have none. */
const openAgreements = (placeholders: readonly string[]) =>
  `现行协议中还有待填写的内容 ${placeholders.join('')}。请用命令 npm run admin -- agreements draft 填写，再发布。`

type StartedServer = { close: () => Promise<void> }

/** Constructs everything that the configuration names, and listens. @throws StartRefused */
export async function startServer(request: StartRequest): Promise<StartedServer> {
  try {
    return await constructAndListen(request)
  } catch (error) {
    const sentence = describeDatabaseFailure(error, request.config)
    throw sentence === null ? error : new StartRefused(sentence, { cause: error })
  }
}

/** Interval at which days that are over are looked for. */
const CLOSE_DAYS_MS = 10 * 60_000
const STATES_MS = 10_000

async function constructAndListen({
  config,
  log,
  search,
  serviceStates,
  traces,
  say,
}: StartRequest): Promise<StartedServer> {
  const { index } = search
  const database = openDatabase(config, {
    observe: traces && traceQueries(traces),
    onReplicaChange: (host, reason) =>
      reason === null
        ? log.info('replica-in-use', { detail: host })
        : log.warn('replica-left-out', { detail: `${host}: ${reason}` }),
  })
  const { db, readDb } = database
  await migrateStore(database, config)
  const databaseClock = database.kind === 'postgres' ? await startDatabaseClock(db) : null
  const clock = databaseClock ?? systemClock

  const reference = loadReferenceData({ demo: config.demoData })
  const secret = loadHmacKey(config.dataDir)
  const hmac = createHmacHasher(secret)
  if (database.kind === 'postgres' && !(await isSharedKey(db, hmac))) throw new StartRefused(foreignKey(config.dataDir))
  const hiddenNumbers = createHiddenNumbersOf(secret)
  const loadStarter = () =>
    loadStarterWithProgress({ database, clock, reference, hiddenNumbers, demo: config.demoData }, say)
  const isEmpty = !(await db.selectFrom('company').limit(1).$call(findsRow))
  if (isEmpty) await loadStarter()
  search.follow(db)

  const contents = createContentRepository(clock)
  await contents.fillIfEmpty(db)
  const shownRules = await contents.find(db, 'membership', await contents.shownVersion(db, 'membership'))
  const agreements = createAgreementRepository(clock)
  const agreementFiles = readAgreementFiles(config.agreementsDir)
  await agreements.storeFiles(db, agreementFiles)
  const filling = { fillsPlaceholders: config.mode !== 'production', trackingDays: config.trackingDays }
  const initialAgreements = completeSources(await agreements.sourcesInForce(db, agreementFiles), filling)
  if (initialAgreements.placeholders.length > 0) throw new StartRefused(openAgreements(initialAgreements.placeholders))
  const eventStore = openEventStore(config, database)
  const rollUp = createRollUp({ db, clock, rollUpDay: rollUpInThread(config) })

  const pictureFiles = openPictureFiles(
    config,
    'server',
    createServiceOutage(log, 'object storage', (failure) => serviceStates.record('files', failure)),
  )
  const publicFiles = openWebFiles(webRoot)
  const monitor = createOperationMonitor(`${hostname()}-${process.pid}`, clock)
  const alerts = alertOptionsOf(config)
  const app = await createApp({
    config,
    operations: { monitor, dataDir: config.dataDir },
    db,
    readDb,
    readRouting: database.routing,
    index: traces === undefined ? index : traceSearch(index, traces),
    reference,
    membershipRules: shownRules === null ? loadMembershipRules() : parseMembershipRules(shownRules.content),
    partners: config.partners,
    findAgreements: createPublishedAgreements({
      db,
      clock,
      files: agreementFiles,
      filling,
      initial: initialAgreements,
      onStale: (error) => log.warn('served-stale-copy', { error }),
    }),
    clock,
    random: systemRandom,
    hmac,
    cipher: createCipher(secret),
    hiddenNumbers,
    passwordHasher: createPasswordHasher(),
    alerts: alerts === null ? null : { ...alerts, startRound: roundInThread(config) },
    smsSender: createSmsSender(config, clock),
    wechat: createWechat({
      settings: config.wechat,
      db,
      clock,
      random: systemRandom,
      cipher: createCipher(secret),
      log,
    }),
    codesInTerminal: printsCodes(config),
    painter: lazy(async () => (await import('../platform/captcha/captcha-painter.ts')).createCaptchaPainter()),
    speaker: lazy(async () => (await import('../platform/captcha/captcha-speaker.ts')).createCaptchaSpeaker()),
    captchaOutbox: config.captchaOutboxFile === undefined ? null : createOutbox(config.captchaOutboxFile),
    reEncodeImage: createImageReEncoder(),
    lists: createListProcess(),
    pictureFiles,
    dialMobiles: config.dialMobiles,
    eventStore,
    webFiles: new Map([...publicFiles, ...openVerifyFiles(config.wechatVerifyFiles)]),
    log,
    serviceStates,
    traces,
  })
  await app.listen({ port: config.port, host: config.host, backlog: BACKLOG })
  const desk =
    config.opsPort === undefined
      ? null
      : // Loaded only when it is on.
        await (await import('../desk/start-desk.ts')).startDesk({
          config,
          database,
          clock,
          random: systemRandom,
          hmac,
          cipher: createCipher(secret),
          passwordHasher: createPasswordHasher(),
          tracking: { store: eventStore, rollUpDay: rollUpInThread(config) },
          hiddenNumbers,
          files: pictureFiles,
          jumpHosts: config.jumpHosts,
          publicSite: { app, files: publicFiles },
          serviceStates,
          operations: { monitor, limits: config.limits.buckets },
          log,
          say,
        })
  const stopClosingDays = repeat({
    name: 'close-tracked-days',
    everyMs: CLOSE_DAYS_MS,
    run: () => closeDays({ store: eventStore, clock, rollUp, log }),
    log,
  })
  const stopStates = repeat({
    name: 'store-service-states',
    everyMs: STATES_MS,
    run: () => serviceStates.flush(db),
    log,
  })
  const stopStatistics = renewPartitionStatistics(database, log)
  const address = app.server.address()
  void announceWhenReady(index, say, () => printAddress(config, address, say))
  // Newer or interrupted shipped data are imported while the server runs.
  const catchingUp = isEmpty
    ? Promise.resolve()
    : loadStarter().catch((error: unknown) => log.error('starter-not-loaded', { error }))

  return {
    close: async () => {
      await desk?.close()
      stopClosingDays()
      stopStates()
      await stopStatistics()
      await rollUp.whenIdle()
      await app.close()
      await catchingUp
      await index.close()
      databaseClock?.stop()
      await database.close()
    },
  }
}

const printsCodes = ({ sms }: Config) => sms.sender === 'console'

function createSmsSender({ sms, smsOutboxFile }: Config, clock: Clock): SmsSender {
  const chosen =
    sms.sender === 'console'
      ? createConsoleSmsSender((line) => process.stdout.write(line))
      : createProviderSmsSender(sms, { clock, random: systemRandom })
  if (smsOutboxFile === undefined) return chosen
  return sendThroughAll([createOutboxSmsSender(createOutbox(smsOutboxFile), clock), chosen])
}

/** Prints the address once the index answers searches, and before that why it is not printed yet. */
async function announceWhenReady(
  index: Pick<StartedSearch['index'], 'whenReady'>,
  say: StartRequest['say'],
  announce: () => void,
) {
  const explanation = setTimeout(() => say('正在准备搜索索引，完成后显示访问地址。'), EXPLAIN_AFTER_MS).unref()
  await index.whenReady()
  clearTimeout(explanation)
  announce()
}

function printAddress(config: Config, address: string | AddressInfo | null, say: (line: string) => void) {
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const isEverywhere = config.host === '0.0.0.0' || config.host === '::'
  say(`百企查已启动：http://${isEverywhere ? 'localhost' : config.host}:${port}`)
  if (isEverywhere) {
    for (const own of ownAddresses()) say(`同一网络的手机可打开：http://${own}:${port}`)
  } else if (config.mode === 'local') say('想用手机打开：HOST=0.0.0.0 npm start')
  if (printsCodes(config)) say('本机模式：短信验证码将显示在此终端。')
}

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((own) => own.family === 'IPv4' && !own.internal)
    .map((own) => own.address)
