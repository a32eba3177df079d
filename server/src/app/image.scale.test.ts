import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE, routes } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '../../test/process/free-port.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const USER = 65_532

/** What the container adds to the files of the image. */
function addToBase(folder: string) {
  const node = path.join(folder, 'usr', 'local', 'bin', 'node')
  for (const name of ['usr/local/bin', 'proc', 'dev', 'data']) mkdirSync(path.join(folder, name), { recursive: true })
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  for (const name of ['null', 'urandom']) writeFileSync(path.join(folder, 'dev', name), '')
}

/** Mounts the folder read-only, with its own /tmp, /data and /proc, and runs the words as the ordinary user. */
const script = (folder: string, data: string) => `
set -e
mount --bind ${folder} ${folder}
mount -t tmpfs -o mode=1777,size=64m tmpfs ${folder}/tmp
mount --bind ${data} ${folder}/data
mount -t proc proc ${folder}/proc
mount --bind /dev/null ${folder}/dev/null
mount --bind /dev/urandom ${folder}/dev/urandom
mount -o remount,bind,ro ${folder}
cd ${folder}
exec chroot --userspec=${USER}:${USER} ${folder} "$@"`

/** A root folder with the files of the container image. It stands for the image where no container engine is. */
function createImageRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('The files of the image are tried in a root of their own: on Linux, as root.')
  }
  const home = mkdtempSync(path.join(tmpdir(), 'baiqicha-image-'))
  const [folder, data] = [path.join(home, 'root'), path.join(home, 'data')]
  for (const one of [folder, data]) mkdirSync(one)
  chmodSync(home, 0o755)
  chownSync(data, USER, USER)
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'tools', 'image.mjs'), path.join(folder, 'app'), folder],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('The files of the image could not be built.')
  addToBase(folder)
  /** Starts a program in the root, as the container does: no other files, read-only except for /data and /tmp. */
  const start = (words: readonly string[], env: Record<string, string>) =>
    spawn('unshare', ['--mount', 'sh', '-c', script(folder, data), 'sh', ...words], {
      cwd: '/',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    start,
    /** Runs a program to its end. Resolves with its exit code. */
    async run(words: readonly string[], env: Record<string, string>): Promise<number | null> {
      const child = start(words, env)
      child.stdout.resume()
      child.stderr.resume()
      await once(child, 'close')
      return child.exitCode
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

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

  const answer = async (address: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`)
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
