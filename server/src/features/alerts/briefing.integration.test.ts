import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import { simpleParser } from 'mailparser'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { openBriefings, setMail, type TestBriefings } from '../../../test/http/alerts.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import { listen, openMailServer } from '../../../test/mail/smtp-server.ts'
import type { MailServer } from '../../platform/mail/send-mail.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const name = '澜山演示贸易有限公司'
const creditCode = '91990001MA0TE5T16H'
const address = 'Li.Ming@example.com'

const debt = (number: number, more: object = {}) => ({
  name,
  certNo: creditCode,
  caseNo: `(2026)演0101执${number}号`,
  court: '演示市示例区人民法院',
  execAmount: '1000 元',
  filedDate: '2026-06-02',
  asOf: '2026-06-28',
  ...more,
})

const serverAt = (port: number): MailServer => ({
  host: '127.0.0.1',
  port,
  isTls: false,
  user: '',
  password: '',
  from: 'notice@example.com',
})

/** A user who follows a company and has set a mail address at 08:00, and the process that sends at 08:30. */
async function openFollower(freshDatabase: () => Promise<TestDatabase>, options?: SMTPServerOptions) {
  const database = await freshDatabase()
  const test = await openTestApp(database.db)
  const company = buildCompany({ name, credit_code: creditCode })
  await insertCompanies(database.db, [company])
  const { token } = await signIn(test)
  await call(test.app, 'followCompany', { companyId: company.row.id }, { token })
  // The first import of a source is no news.
  await importRecords(database, 'executedPerson', [debt(0)])
  expect(await setMail(test, token, address)).toMatchObject({ code: 0 })
  const server = await openMailServer(options)
  const start = (more: Partial<TestBriefings> = {}) =>
    openBriefings(database, test.clock, { mail: serverAt(server.port), ...more })
  /** One more debt is published. */
  const publish = (number: number, more: object = {}) => importRecords(database, 'executedPerson', [debt(number, more)])
  const target = async () => {
    const { data } = await call(test.app, 'alertSettings', {}, { token })
    return data?.targets[0]
  }
  test.clock.time += 30 * MINUTE
  return { ...server, database, test, token, companyId: company.row.id, start, publish, target }
}

describeDatabases('a briefing', (freshDatabase) => {
  it('states each change with its dates, source and page in text and HTML, without a picture', async () => {
    const { test, start, publish, contents, envelopes, target, companyId } = await openFollower(freshDatabase)
    await publish(1)
    await start().run()
    expect(envelopes).toEqual([{ from: 'notice@example.com', to: [address] }])
    const mail = await simpleParser(contents[0] ?? '')
    expect(mail.subject).toBe('百企查每日简报：1 家企业有新动态（2026-06-30）')
    expect(mail.from?.text).toBe('"百企查" <notice@example.com>')
    const html = mail.html === false ? '' : mail.html
    for (const part of [mail.text ?? '', html]) {
      expect(part).toContain(name)
      expect(part).toContain('新增被执行人信息 1 条（立案 2026-06-02）')
      expect(part).toContain('2026-06-02 发生，2026-06-28 公布，2026-06-30 收录')
      expect(part).toContain('来源：演示来源甲')
      expect(part).toMatch(/https:\/\/www\.example\.com\/#\/legalRisk\/executedPersonDetail\?id=r/)
    }
    expect(html).toContain(`https://www.example.com/#/company/detail?id=${companyId}`)
    expect(html).not.toMatch(/<img|<script|background/)
    expect(mail.attachments).toEqual([])
    expect(await target()).toEqual({
      channel: 'mail',
      format: 'mail',
      addressMasked: 'Li***@example.com',
      state: 'on',
      cause: null,
      sentAt: new Date(test.clock.time).toISOString(),
    })
  })

  it('is not sent before 08:30, without news, or for news that was old at its import', async () => {
    const { test, start, publish, contents } = await openFollower(freshDatabase)
    const briefings = start()
    await publish(1, { filedDate: '2025-01-02' })
    await briefings.run()
    expect(contents).toEqual([])
    await publish(2)
    test.clock.time += DAY - 1
    await briefings.run()
    expect(contents).toEqual([])
    test.clock.time += 1
    await briefings.run()
    expect(contents).toHaveLength(1)
  })

  it('after days without a server is one mail that names its days', async () => {
    const { test, start, publish, contents, database, target } = await openFollower(freshDatabase)
    const dead = openBriefings(database, test.clock, { mail: serverAt(1) })
    await publish(1)
    await dead.run()
    expect(await target()).toMatchObject({ state: 'failing', cause: expect.stringContaining('连不上邮件服务器') })
    test.clock.time += DAY
    await dead.run()
    test.clock.time += DAY
    await publish(2)
    await start().run()
    expect(contents).toHaveLength(1)
    const mail = await simpleParser(contents[0] ?? '')
    expect(mail.subject).toBe('百企查每日简报：1 家企业有新动态（2026-06-30 至 2026-07-02）')
    expect(mail.text).toContain('此前的简报未能发送，本次含 2026-06-30 至 2026-07-02 的动态。')
    expect(mail.text?.match(/新增被执行人信息 1 条/g)).toHaveLength(2)
  })

  it('is repeated the same day after a reply 4xx, and not before its time', async () => {
    let replies = 0
    const { test, start, publish, contents } = await openFollower(freshDatabase, {
      onRcptTo(_address, _session, done) {
        replies += 1
        done(replies === 1 ? Object.assign(new Error('try later'), { responseCode: 451 }) : null)
      },
    })
    await publish(1)
    const briefings = start()
    await briefings.run()
    await briefings.run()
    expect([replies, contents.length]).toEqual([1, 0])
    test.clock.time += 5 * MINUTE
    await briefings.run()
    expect(contents).toHaveLength(1)
  })

  it('is not sent any more to an address that was refused twice, until it is set again', async () => {
    let replies = 0
    const { test, token, start, publish, target } = await openFollower(freshDatabase, {
      onRcptTo(_address, _session, done) {
        replies += 1
        done(new Error('no such user'))
      },
    })
    await publish(1)
    const briefings = start()
    for (let hours = 0; hours < 100; hours += 3) {
      await briefings.run()
      test.clock.time += 3 * HOUR
    }
    expect(replies).toBe(2)
    expect(await target()).toMatchObject({ state: 'refused', cause: 'SMTP 550 no such user' })
    await setMail(test, token, address)
    expect(await target()).toMatchObject({ state: 'on', cause: null })
  })

  it.each([
    ['before its greeting is repeated', false],
    ['after it took the message is not', true],
  ])('to a server that closes the connection %s the same day', async (_when, takesMessage) => {
    const follower = await openFollower(freshDatabase)
    const { test, publish, start, database } = follower
    let connections = 0
    const port = await listen(
      createServer((socket) => {
        connections += 1
        socket.on('error', () => {})
        if (!takesMessage) {
          socket.end()
          return
        }
        socket.write('220 演示\r\n')
        let isContent = false
        socket.on('data', (bytes) => {
          const text = bytes.toString()
          if (isContent) {
            if (text.endsWith('\r\n.\r\n')) socket.end()
          } else if (text.startsWith('DATA')) {
            isContent = true
            socket.write('354 go on\r\n')
          } else socket.write('250 ok\r\n')
        })
      }),
    )
    await publish(1)
    const closing = openBriefings(database, test.clock, { mail: serverAt(port) })
    await closing.run()
    expect(connections).toBe(1)
    test.clock.time += HOUR
    await start().run()
    expect(follower.contents).toHaveLength(takesMessage ? 0 : 1)
    test.clock.time += DAY
    await start().run()
    expect(follower.contents).toHaveLength(1)
  })

  it('to a server that hangs ends in time, and delays no webhook', async () => {
    const { test, token, publish, database, target } = await openFollower(freshDatabase)
    const port = await listen(createServer((socket) => void socket.on('error', () => {})))
    const url = 'https://hooks.example.com/baiqicha'
    await call(test.app, 'setAlertWebhook', { url }, { token })
    const posts: string[] = []
    const briefings = openBriefings(database, test.clock, {
      mail: serverAt(port),
      timeoutMs: 200,
      post: async (to) => {
        posts.push(to)
        return ''
      },
    })
    await publish(1)
    test.clock.time += DAY
    await briefings.run()
    expect(posts).toEqual([url])
    expect(await target()).toMatchObject({ state: 'failing', cause: expect.stringContaining('没有回应') })
  })

  it('shows twenty companies and counts the rest', async () => {
    const { test, token, database, start, contents } = await openFollower(freshDatabase)
    await call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })
    const companies = Array.from({ length: 24 }, (_, at) => buildCompany({ name: `演示第${at}有限公司` }))
    await insertCompanies(database.db, companies)
    for (const { row } of companies) await call(test.app, 'followCompany', { companyId: row.id }, { token })
    const rows = companies.flatMap(({ row }, at) =>
      Array.from({ length: 7 }, (_, nth) => debt(100 * at + nth + 1, { name: row.name, certNo: row.credit_code })),
    )
    await importRecords(database, 'executedPerson', rows)
    await start().run()
    const { text = '', subject } = await simpleParser(contents[0] ?? '')
    expect(subject).toContain('24 家企业有新动态')
    expect(text.match(/^演示第\d+有限公司/gm)).toHaveLength(20)
    expect(text.match(/新增被执行人信息/g)).toHaveLength(100)
    expect(text).toContain('另有 4 家企业，共 68 条动态')
  })

  it('is not sent to a locked account, to one that is being deactivated, or to a stopped address', async () => {
    const { test, token, database, start, publish, contents } = await openFollower(freshDatabase)
    const { db } = database
    await publish(1)
    const account = await db.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const lock = { user_id: account.id, reason: '演示', locked_at: 0, ends_at: test.clock.time + DAY }
    await db.insertInto('user_lock').values(lock).execute()
    await start().run()
    await db.deleteFrom('user_lock').execute()
    await db
      .updateTable('user_account')
      .set({ erase_at: test.clock.time + DAY })
      .execute()
    await start().run()
    await db.updateTable('user_account').set({ erase_at: null }).execute()
    const { address_hmac } = await db.selectFrom('alert_target').select('address_hmac').executeTakeFirstOrThrow()
    await db
      .insertInto('alert_stop')
      .values({ address_hmac, address_masked: 'Li***@example.com', reason: '演示：收件人投诉', stopped_at: 1 })
      .execute()
    await start().run()
    expect(contents).toEqual([])
    const refused = await setMail(test, token, address.toLowerCase())
    expect(refused).toMatchObject({ code: 4170, message: '该地址已停用推送，请联系我们' })
    await db.deleteFrom('alert_stop').execute()
    await start().run()
    expect(contents).toHaveLength(1)
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('a briefing', (freshDatabase) => {
  it('is sent once a day by one of two processes, also after the clock was set back or far ahead', async () => {
    const { test, start, publish, contents } = await openFollower(freshDatabase)
    const [first, second] = [start(), start()]
    await publish(1)
    await Promise.all([first.run(), second.run()])
    expect(contents).toHaveLength(1)
    await publish(2)
    for (const step of [HOUR, -2 * HOUR, 3 * HOUR, -DAY, 60 * DAY]) {
      test.clock.time += step
      await Promise.all([first.run(), second.run()])
    }
    // The day far ahead is a day of its own.
    expect(contents).toHaveLength(2)
    await publish(3)
    test.clock.time -= 59 * DAY
    await first.run()
    expect(contents).toHaveLength(2)
    test.clock.time += DAY
    await first.run()
    expect(contents).toHaveLength(3)
    expect((await simpleParser(contents[2] ?? '')).text?.match(/新增被执行人信息/g)).toHaveLength(1)
  })

  it('that a killed process had begun is not begun again, and its news comes with that of the next day', async () => {
    const server = new EventEmitter()
    const begun = once(server, 'message')
    // The server takes the first message and never answers.
    let isFirst = true
    const follower = await openFollower(freshDatabase, {
      onData(stream, _session, done) {
        stream.resume()
        stream.once('end', () => {
          if (!isFirst) return done()
          isFirst = false
          server.emit('message')
        })
      },
    })
    const { test, start, publish } = follower
    await publish(1)
    const killed = start()
    void killed.run()
    await begun
    const restarted = start()
    await restarted.run()
    expect(isFirst).toBe(false)
    const closed = start({ closeMs: 0 })
    await closed.close()
    test.clock.time += DAY
    await publish(2)
    await restarted.run()
    expect(await follower.target()).toMatchObject({ state: 'on', sentAt: new Date(test.clock.time).toISOString() })
    await start().close()
  })
})
