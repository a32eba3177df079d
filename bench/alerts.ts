import { cpus } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { createMorningClock } from '../e2e/lib/morning-clock.ts'
import { importRows } from '../e2e/lib/server.ts'
import { addressHmac, mailReference, maskedAddress } from '../server/src/features/alerts/alert-target.rules.ts'
import { createCipher } from '../server/src/platform/crypto/cipher.ts'
import { createHmacHasher, loadHmacKey } from '../server/src/platform/crypto/hmac.ts'
import { listenOnFreePort } from '../server/test/process/free-port.ts'
import { memoryGrowth } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { createServer } from './lib/server.ts'

/**
 * `npm run bench:alerts [-- --people 10000]`: briefings of people who follow five companies each with a change, to an SMTP
 * server of this machine; until the last mail, with the memory that the server adds meanwhile. On the starter set.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '10000' } } })
const people = Number(values.people)
const [COMPANIES, FOLLOWED, MINUTE] = [20, 5, 60_000]
const SETTLE_MS = 40_000
const DAY = 24 * 60 * MINUTE
const report = createReport({ name: 'alerts', isWhole: people === 10_000, settings: { people, cpus: cpus().length } })

const received = { mails: 0 }
const smtp = new SMTPServer({
  authOptional: true,
  // A look-up of the client for each connection measures a name server.
  disableReverseLookup: true,
  logger: false,
  async onData(stream, _session, done) {
    await buffer(stream)
    received.mails += 1
    done()
  },
})
const port = await listenOnFreePort(smtp.server)

const clock = createMorningClock()
const server = await createServer({
  LOG_LEVEL: 'error',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'notice@example.com',
  ...clock.env,
})
await server.start()
await server.stop()

const dataDir = path.join(server.folder, 'data')
const secret = loadHmacKey(dataDir)
const [hmac, cipher] = [createHmacHasher(secret), createCipher(secret)]
type Company = { id: string; name: string; credit_code: string }
const dayOf = (at: number) => new Date(at + 8 * 60 * MINUTE).toISOString().slice(0, 10)

/** Users with their follows and mail addresses, as calls would store them. */
function fill(): Company[] {
  const db = new Sqlite(path.join(dataDir, 'baiqicha.sqlite'))
  const companies = db
    .prepare<[number], Company>(
      'select id, name, credit_code from company where is_demo = 1 and credit_code is not null order by id limit ?',
    )
    .all(COMPANIES)
  const now = Date.now() + clock.ahead
  const newest = db.prepare<[], number>('select coalesce(max(seq), 0) from company_event').pluck().get()
  const addUser = db.prepare('insert into user_account (id, mobile, created_at) values (?, ?, ?)')
  const addFollow = db.prepare(
    "insert into follow (user_id, company_id, group_name, position, followed_at, from_seq) values (?, ?, '', ?, ?, ?)",
  )
  const addTarget = db.prepare(`insert into alert_target
    (id, user_id, channel, format, address_sealed, address_masked, address_hmac, created_at, sent_seq, taken_day, done_day,
      attempts, retry_at, refusals, is_refused)
    values (?, ?, 'mail', 'mail', ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0)`)
  const before = dayOf(now - DAY)
  db.transaction(() => {
    for (let at = 0; at < people; at += 1) {
      const [userId, mail] = [`u-bench-${at}`, `person-${at}@example.com`]
      addUser.run(userId, String(15_400_000_000 + at), now)
      for (let nth = 0; nth < FOLLOWED; nth += 1) {
        addFollow.run(userId, companies[(at + nth * 7) % companies.length]?.id, nth, now, newest)
      }
      const sealed = [cipher.seal(mail), maskedAddress('mail', mail), addressHmac(hmac, mail)]
      addTarget.run(mailReference(hmac, userId, mail), userId, ...sealed, now, newest, before, before)
    }
  })()
  db.close()
  return companies
}

const companies = fill()
// While the server is stopped: at its start it imports shipped data itself.
importRows(
  server,
  ['executedPerson', '--source', 'demo-execution'],
  companies.map(({ name, credit_code: certNo }, at) => ({
    name,
    certNo,
    caseNo: `（2026）演0909执${at}号`,
    court: '演示市示例区人民法院',
    execAmount: 1000,
    execAmountUnit: '元',
    filedDate: dayOf(Date.now() - 10 * DAY),
    asOf: dayOf(Date.now() - DAY),
  })),
)
await server.start()
// The server looks for newer shipped data at its start.
await wait(SETTLE_MS)
let startedAt = 0
const memory = await memoryGrowth(server.pid, async () => {
  clock.toHalfPastEight()
  while (received.mails === 0) await wait(20)
  startedAt = performance.now()
  // Ends ten seconds after the last mail at the latest, if some are missing.
  for (let seen = 0; received.mails < people && received.mails !== seen; ) {
    seen = received.mails
    for (let tick = 0; tick < 50 && received.mails < people; tick += 1) await wait(200)
  }
})
const minutes = (performance.now() - startedAt) / MINUTE
report.figure('mails', received.mails, '')
report.atMost('until the last mail', minutes, 5, 'min')
report.atMost('memory that the server adds', memory, 50, 'MiB')
await server.dispose()
await new Promise<void>((resolve) => smtp.close(resolve))
report.finish()
