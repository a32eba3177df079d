import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { listenOnFreePort } from '../../server/test/process/free-port.ts'
import { expectAccessible } from '../lib/accessible.ts'
import { createMorningClock } from '../lib/morning-clock.ts'
import { importRows, raisedLimitsFile, TestServer } from '../lib/server.ts'
import { companyIdOf, createSession, followCompany } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const COMPANY = { name: '禾岸演示科技有限公司', code: '91990002MAE2Y49AXD' }
const address = 'li@example.com'
const DAY = 86_400_000
/** The server looks for due briefings every thirty seconds. */
const patient = { timeout: 100_000 }

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)

/** A mail server on this machine, and what it received, oldest first. */
async function openMailbox() {
  const mails: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    async onData(stream, _session, done) {
      mails.push(await simpleParser(stream))
      done()
    },
  })
  const port = await listenOnFreePort(server.server)
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

type Received = { headers: IncomingHttpHeaders; body: string }

/** A webhook on this machine, and what it received, oldest first. */
async function openWebhook() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.end('ok')
  })
  const host = `127.0.0.1:${await listenOnFreePort(server)}`
  return { host, url: `http://${host}/baiqicha`, received, close: () => void server.close() }
}

test.setTimeout(300_000)

test('changes arrive by mail and webhook at 08:30, after a restart, and the mail unsubscribes', async ({ page }) => {
  const [mailbox, webhook] = [await openMailbox(), await openWebhook()]
  const clock = createMorningClock()
  const server = await TestServer.create({
    LIMITS_FILE: raisedLimitsFile(),
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'notice@example.com',
    WEBHOOK_HOSTS: webhook.host,
    ...clock.env,
  })
  await server.start()
  try {
    const token = await createSession(server)
    const companyId = await companyIdOf(server, token, COMPANY.name)
    await followCompany(server, token, companyId)
    await signInAs(page, token)
    await page.goto(`${server.baseUrl}/#/user/setting`)
    const card = page.getByRole('region', { name: '动态推送' })
    await card.getByRole('button', { name: /开启.*每日简报/ }).click()
    const mailSheet = page.getByRole('dialog', { name: '每日简报' })
    await mailSheet.getByRole('textbox', { name: '邮箱' }).fill(address)
    await mailSheet.getByRole('button', { name: '获取验证码' }).click()
    await expect.poll(() => mailbox.mails.length).toBe(1)
    const code = /\d{6}/.exec(mailbox.mails[0]?.subject ?? '')?.[0] ?? ''
    await mailSheet.getByRole('textbox', { name: '邮件验证码' }).fill(code)
    await expectAccessible(page, 'mail of alerts')
    await mailSheet.getByRole('button', { name: '开启' }).click()
    await expect(card).toContainText('li***@example.com')

    await card.getByRole('button', { name: /开启.*Webhook/ }).click()
    const hookSheet = page.getByRole('dialog', { name: 'Webhook' })
    await hookSheet.getByRole('textbox').fill(webhook.url)
    await hookSheet.getByRole('button', { name: '开启' }).click()
    const secret = await hookSheet.locator('code').innerText()
    await expectAccessible(page, 'key of a webhook')
    await hookSheet.getByRole('button', { name: '完成' }).click()
    await expect(card.getByText('已开启')).toHaveCount(2)
    await expectAccessible(page, 'alerts')
    expect(webhook.received.map(({ body }) => JSON.parse(body))).toEqual([{ type: 'test' }])

    importRows(
      server,
      ['executedPerson', '--source', 'demo-execution'],
      [
        {
          name: COMPANY.name,
          certNo: COMPANY.code,
          caseNo: `（2026）演0909执${process.pid}号`,
          court: '演示市示例区人民法院',
          execAmount: 1000,
          execAmountUnit: '元',
          filedDate: day(10),
          asOf: day(1),
        },
      ],
    )
    await server.stop()
    await server.start()
    clock.toHalfPastEight()
    await expect.poll(() => mailbox.mails.length, patient).toBe(2)
    await expect.poll(() => webhook.received.length, patient).toBe(2)

    const briefing = webhook.received[1]
    if (briefing === undefined) throw new Error('no briefing')
    const { headers, body } = briefing
    const time = String(headers['x-baiqicha-timestamp'])
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    expect(headers['x-baiqicha-signature']).toBe(`sha256=${signature}`)
    expect(JSON.parse(body)).toMatchObject({ type: 'briefing', total: 1, companies: [{ companyId, isDemo: true }] })

    const mail = mailbox.mails[1]
    expect(mail?.subject).toContain('1 家企业有新动态')
    expect(mail?.text).toContain(`${COMPANY.name}（演示数据）`)
    const recordUrl = /https?:\S+executedPersonDetail\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    await page.goto(recordUrl.replace('localhost', '127.0.0.1'))
    await expect(page.getByText(`（2026）演0909执${process.pid}号`).first()).toBeVisible()

    const unsubscribeUrl = /退订：(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(String(mail?.headers.get('list') && JSON.stringify(mail.headers.get('list')))).toContain(
      '/unsubscribe?token=',
    )
    await page.goto(unsubscribeUrl.replace('localhost', '127.0.0.1'))
    await expectAccessible(page, 'unsubscription')
    await page.goto(`${server.baseUrl}/#/user/setting`)
    await expect(card.getByText('已开启')).toHaveCount(2)
    await page.goto(unsubscribeUrl.replace('localhost', '127.0.0.1'))
    await page.getByRole('button', { name: '退订' }).click()
    await expect(page.getByRole('heading', { name: '已退订' })).toBeVisible()
    await page.goto(`${server.baseUrl}/#/user/setting`)
    await expect(card.getByRole('button', { name: /开启.*每日简报/ })).toBeVisible()
    await expect(card.getByText('已开启')).toHaveCount(1)
    expect([mailbox.mails.length, webhook.received.length]).toEqual([2, 2])
  } finally {
    await server.dispose()
    await mailbox.close()
    webhook.close()
  }
})
