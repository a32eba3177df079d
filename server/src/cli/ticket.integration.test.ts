import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, freshMobile, openTestApp } from '../../test/http/app.ts'
import { testFile } from '../../test/importers/import-tables.ts'
import { systemClock } from '../domain/clock.ts'
import { parsePartners } from '../platform/partners/partners.ts'

const program = fileURLToPath(new URL('./ticket.ts', import.meta.url))
const partnersText = '{"shop":"a-secret-that-only-tests-know-0001"}'

async function runTicket(words: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  await once(child, 'close')
  return { code: child.exitCode, output }
}

describeDatabases('the ticket command', (freshDatabase) => {
  it('prints an address that signs the mobile number in once', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { partners: parsePartners(partnersText), clock: systemClock })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = new URL(test.app.listeningOrigin)
    const mobile = freshMobile()
    const env = { PORT: port, PARTNERS_FILE: await testFile(partnersText) }
    const { code, output } = await runTicket(['shop', mobile], env)
    expect(code).toBe(0)
    expect(output).toContain('5 分钟内打开，一次有效。')
    const [, token = ''] =
      new RegExp(`^http://127\\.0\\.0\\.1:${port}/#/home\\?token=([\\w-]{43})$`, 'm').exec(output) ?? []
    const arrived = await call(test.app, 'userDetail', {}, { token })
    expect(arrived.data).toMatchObject({ source: 'shop', isFirstLogin: true })

    expect(await runTicket(['shop', '123'], env)).toEqual({ code: 1, output: '服务拒绝：手机号不正确（4101）\n' })
    const stranger = await testFile('{"shop":"another-secret-that-nobody-has-001"}')
    const forged = await runTicket(['shop', mobile], { ...env, PARTNERS_FILE: stranger })
    expect(forged).toEqual({ code: 1, output: '服务拒绝：来源或签名不正确（4116）\n' })
  })
})

describe('the ticket command', () => {
  it.each([
    ['without a number', ['shop'], {}, /^用法/],
    ['with an argument too many', ['shop', '1', '2'], {}, /^用法/],
    ['without partners', ['shop', '1'], { PARTNERS_FILE: '' }, /没有合作方/],
    ['without a port', ['shop', '1'], { PORT: '0' }, /PORT=0/],
    ['with a bad configuration', ['shop', '1'], { PORT: 'x' }, /配置有误/],
    ['for an unknown source', ['bank', '1'], {}, /没有来源 bank，已有：shop/],
    ['when no server runs at the address', ['shop', '1'], { PORT: '1' }, /无法连接 http:\/\/127\.0\.0\.1:1/],
  ])('prints one sentence %s', async (_, words, env, sentence) => {
    const { code, output } = await runTicket(words, { PARTNERS_FILE: await testFile(partnersText), ...env })
    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(output).not.toContain('    at ')
  })

  it('prints one sentence when the server at the address is another program', async () => {
    const server = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const ran = await runTicket(['shop', '1'], { PORT: port, PARTNERS_FILE: await testFile(partnersText) })
    expect(ran).toMatchObject({ code: 1, output: expect.stringContaining('不是百企查') })
  })
})
