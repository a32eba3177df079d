import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { listen, openMailServer } from '../../../test/mail/smtp-server.ts'
import { readConfig } from '../../config/read-config.ts'
import { systemClock } from '../../domain/clock.ts'
import type { PostJson } from '../../platform/mail/post-json.ts'
import { createServiceProbes } from './service-probes.ts'

type Env = Record<string, string>

describeDatabases('the check of a service', (freshDatabase) => {
  async function open(env: Env, post?: PostJson) {
    const database = await freshDatabase()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-checks-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const config = readConfig({ DATA_DIR: dataDir, ...env })
    return createServiceProbes({ config, database, clock: systemClock }, post).probes
  }

  it('says of a new store what production still needs', async () => {
    const probes = await open({})
    for (const key of ['sms', 'agreements', 'origin', 'backup'] as const) {
      expect.soft([key, (await probes[key]()).isSet]).toEqual([key, false])
    }
    expect((await probes.database()).value).toMatch(/^(SQLite|PostgreSQL) \d/)
    await expect((await probes.agreements()).test('')).rejects.toThrow('【')
  })

  it('shows no secret of a setting', async () => {
    const probes = await open({
      SMTP_URL: 'smtps://desk:topsecret@smtp.example.com',
      MAIL_FROM: 'desk@example.com',
      OPS_NOTIFY: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=topsecret,ops@example.com',
      SEARCH_URL: 'https://user:topsecret@search.example.com:9200',
      FILES_URL: 's3://id:topsecret@files.example.com/demo-files?region=cn-east-1',
      SMS_SENDER: 'aliyun',
      SMS_ACCESS_KEY_ID: 'topsecret',
      SMS_ACCESS_KEY_SECRET: 'topsecret',
      SMS_SIGN_NAME: '演示',
      SMS_TEMPLATES: 'SMS_1',
    })
    const shown = []
    for (const probe of Object.values(probes)) shown.push((await probe()).value)
    expect(shown.join(' ')).toContain('企业微信、ops@example.com')
    expect(shown.join(' ')).toContain('search.example.com:9200')
    expect(shown.join(' ')).not.toContain('topsecret')
  })

  it('sends a mail over SMTP, and states the reply that refused it', async () => {
    const { port, logins, envelopes, contents } = await openMailServer()
    const probes = await open({ SMTP_URL: `smtp://desk:pass@127.0.0.1:${port}`, MAIL_FROM: 'desk@example.com' })
    expect(await (await probes.mail()).test('ops@example.com')).toBe('已交给邮件服务器')
    expect([logins, envelopes]).toEqual([['desk pass'], [{ from: 'desk@example.com', to: ['ops@example.com'] }]])
    expect(contents[0]?.replaceAll(/\s/g, '')).toContain(Buffer.from('这是一封测试邮件。').toString('base64'))

    const refusing = await openMailServer({ onRcptTo: (_to, _session, done) => done(new Error('no such user')) })
    const refused = await open({ SMTP_URL: `smtp://127.0.0.1:${refusing.port}`, MAIL_FROM: 'desk@example.com' })
    await expect((await refused.mail()).test('ops@example.com')).rejects.toThrow('SMTP 550 no such user')
  })

  it('sends no password to another machine without STARTTLS, or with an untrusted certificate', async () => {
    const cases: [SMTPServerOptions, string][] = [
      [{ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }, '邮件服务器没有启用加密（STARTTLS）'],
      [{}, '证书不可信'],
    ]
    for (const [options, cause] of cases) {
      const { port, logins } = await openMailServer(options)
      // The short form of this machine's address, which is not taken for it.
      const probes = await open({ SMTP_URL: `smtp://desk:pass@127.1:${port}`, MAIL_FROM: 'desk@example.com' })
      await expect.soft((await probes.mail()).test('ops@example.com')).rejects.toThrow(cause)
      expect.soft(logins).toEqual([])
    }
  })

  it('reads the page behind the public origin', async () => {
    let page = '<title>百企查</title>'
    const port = await listen(createServer((_request, response) => response.end(page)))
    const probes = await open({ PUBLIC_ORIGIN: `http://127.0.0.1:${port}` })
    expect(await (await probes.origin()).test('')).toBe('返回百企查的页面')
    page = '<title>nginx</title>'
    await expect((await probes.origin()).test('')).rejects.toThrow('返回的不是百企查的页面')
  })

  it('sends a notice to each group chat in its own form, and names the one that refused', async () => {
    const sent: [string, unknown][] = []
    const answers: Record<string, object> = {
      'qyapi.weixin.qq.com': { errcode: 0 },
      'oapi.dingtalk.com': { errcode: 310_000 },
      'open.feishu.cn': { code: 0 },
    }
    const post: PostJson = async (url, { body }) => {
      sent.push([url, JSON.parse(body)])
      return JSON.stringify(answers[new URL(url).host])
    }
    const targets = Object.keys(answers).map((host) => `https://${host}/hook`)
    const probes = await open({ OPS_NOTIFY: targets.join(',') }, post)
    await expect((await probes.notice()).test('')).rejects.toThrow(/^钉钉：回应 310000$/)
    const content = '百企查后台：测试通知。'
    expect(sent).toEqual([
      [targets[0], { msgtype: 'text', text: { content } }],
      [targets[1], { msgtype: 'text', text: { content } }],
      [targets[2], { msg_type: 'text', content: { text: content } }],
    ])
  })
})
