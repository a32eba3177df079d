import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { API_BASE, routes } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '../../test/databases/postgres-server.ts'
import { createImageRoot } from '../../test/engines/image-root.ts'

/** The last instruction of this name. Lines that continue are joined. */
function instruction(name: string): string {
  const text = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8').replaceAll(/\\\n\s*/g, '')
  return Array.from(text.matchAll(new RegExp(`^${name} (.+)$`, 'gm')), ([, rest = '']) => rest).at(-1) ?? ''
}
const wordsOf = (text: string) => z.parse(z.array(z.string()), JSON.parse(text.slice(text.indexOf('['))))

it('the files of the image serve every kind of call, read-only and as an ordinary user', async () => {
  const image = createImageRoot()
  onTestFinished(() => image.remove())
  const port = String(await freePort())
  const env = { HOST: '127.0.0.1', PORT: port, DATA_DIR: '/data', NODE_ENV: 'production' }
  const check = wordsOf(instruction('HEALTHCHECK'))
  expect(await image.run(check, env)).toBe(1)

  const child = image.start(['/usr/local/bin/node', '/app/server/dist/main.js'], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await vi.waitFor(() => expect(output).toContain('百企查已启动'), { timeout: 110_000, interval: 100 })
  // The shipped data, with their mappings, are in the image.
  expect(output).toMatch(/自带数据已载入：\d{4}/)
  expect(await image.run(check, env)).toBe(0)

  const answer = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, body: await response.text() }
  }
  // Drawn by the graphics library, with the font of the image.
  expect(JSON.parse((await answer(API_BASE + routes.captcha.path)).body)).toMatchObject({ code: 0 })
  expect(JSON.parse((await answer(API_BASE + routes.homeConfig.path)).body)).toMatchObject({ code: 0 })
  expect(await answer('/')).toMatchObject({ status: 200, body: expect.stringContaining('<div id="root">') })
  expect((await answer('/licences.json')).status).toBe(200)

  // The commands of operators use the same image.
  expect(await image.run(['/usr/local/bin/node', '/app/server/dist/admin.js', 'feedback'], env)).toBe(0)
  const imported = ['companies', '/app/data/demo/companies.ndjson', '--source', 'demo', '--rejects', '/data']
  expect(await image.run(['/usr/local/bin/node', '/app/server/dist/import.js', ...imported], env)).toBe(0)

  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  expect(child.exitCode).toBe(0)
})
