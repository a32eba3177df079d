import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPicture } from '../../test/http/uploads.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'

/** The folder of a store with companies and index, whose last server has ended in order. */
async function prepareStore(): Promise<string> {
  const folder = temporaryFolder()
  const server = new ServerProcess({ folder })
  await server.started()
  await server.end('SIGTERM')
  return path.join(folder, 'data')
}

/** A server whose storage can be made to refuse writes. */
type ServerOnDisk = { server: ServerProcess; fill: () => void; free: () => void }

/** The stored companies take about half of it. */
const MOUNT_MIB = 128
const MIB = 2 ** 20

/** Prefix of a command that gives it its own mounts, which end with it. */
const withOwnMounts = ['unshare', '--mount', '--map-root-user']

const mountSmall = `mount -t tmpfs -o size=${MOUNT_MIB}m tmpfs`

/** Whether this user may mount in a namespace of its own; some systems forbid it. */
function canMount(): boolean {
  const [command = '', ...args] = withOwnMounts
  return spawnSync(command, [...args, 'sh', '-c', `${mountSmall} /mnt`]).status === 0
}

/** A copy of `store` on a small file system, which `fill` fills to the last byte: SQLite reports SQLITE_FULL. */
function startOnSmallFileSystem(store: string): ServerOnDisk {
  const folder = temporaryFolder()
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  const prepareMount = `${mountSmall} "$0" && cp -R "$1"/. "$0" && shift && exec "$@"`
  const server = new ServerProcess({ folder, prefix: [...withOwnMounts, 'sh', '-c', prepareMount, dataDir, store] })
  // The mount is visible through the root folder of that process only.
  const mounted = () => path.join('/proc', String(server.child.pid), 'root', dataDir)
  const filler = () => path.join(mounted(), 'filler')
  return {
    server,
    fill: () => {
      for (const size of [MIB, 4096]) fillWith(Buffer.alloc(size), filler())
    },
    free: () => rmSync(filler()),
  }
}

function fillWith(block: Buffer, file: string) {
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/**
 * A limit of the kernel on the size of files, which every user may set, makes each write of the process fail: SQLite
 * reports SQLITE_IOERR_WRITE.
 */
function startWithFileSizeLimit(store: string): ServerOnDisk {
  const folder = temporaryFolder()
  cpSync(store, path.join(folder, 'data'), { recursive: true })
  const server = new ServerProcess({ folder })
  const limit = (bytes: string) => {
    const { status, stderr } = spawnSync('prlimit', [`--pid=${server.child.pid}`, `--fsize=${bytes}:`])
    if (status !== 0) throw new Error(`prlimit: ${String(stderr)}`)
  }
  return { server, fill: () => limit('0'), free: () => limit('unlimited') }
}

const WRITES = 40

const faults = [
  { fault: 'the file system is full', start: startOnSmallFileSystem, causes: ['SQLITE_FULL', 'ENOSPC'] },
  { fault: 'every write fails', start: startWithFileSizeLimit, causes: ['SQLITE_IOERR_WRITE', 'EFBIG'] },
]
// The second fault is possible for every user.
const possible = canMount() ? faults : faults.slice(1)

/** The first answer that is not 200: SQLite reuses free pages of its log, which take some writes on a full disk. */
async function firstRefused<Answer extends { status: number }>(
  attempt: (accepted: number) => Promise<Answer>,
): Promise<Answer> {
  let answer = await attempt(0)
  for (let accepted = 1; answer.status === 200 && accepted < WRITES; accepted += 1) answer = await attempt(accepted)
  return answer
}

describe('while the disk takes no writes', () => {
  it.each(possible)(
    'because $fault, writes get 503 and the log names the cause once; reads work, and writes work again by themselves',
    async ({ start, causes }) => {
      const { server, fill, free } = start(await prepareStore())
      const token = await server.signIn()
      const write = (companyName: string) => server.call('saveSearchHistory', { companyName }, token)
      const history = async () => (await server.call('searchHistory', { type: 'search' }, token)).data
      const picture = await buildPicture()
      const rename = (at: number) => server.call('saveNickname', { nickname: `昵称${at}` }, token)
      expect(await write('写入前')).toMatchObject({ status: 200, code: 0 })

      fill()
      const writes = [
        ...Array.from({ length: WRITES }, () => () => write('写入前')),
        rename,
        () => server.call('captcha'),
        () => server.upload(picture, token),
      ]
      for (const [at, attempt] of writes.entries()) {
        const answer = await firstRefused(attempt)
        expect.soft(answer, `write ${at}`).toMatchObject({ status: 503, code: 503, retryAfter: '2' })
      }
      const reads = [
        await server.call('userDetail', {}, token),
        await server.call('companySearch', { keyword: '比亚迪' }, token),
        await server.call('recentRegisterList', {}, token),
        await server.call('homeConfig'),
      ]
      for (const read of reads) expect.soft(read).toMatchObject({ status: 200, code: 0 })
      expect(await history()).toMatchObject({ viewHistoryList: [{ companyName: '写入前' }] })

      free()
      expect(await write('写入后')).toMatchObject({ status: 200, code: 0 })
      expect(await server.upload(picture, token)).toMatchObject({ status: 200, code: 0 })
      expect(await history()).toMatchObject({
        viewHistoryList: [{ companyName: '写入后' }, { companyName: '写入前' }],
      })
      const logged = server.logged()
      expect(new Set(logged.map(({ event }) => event))).toEqual(new Set(['storage-unavailable']))
      const named = logged.map(({ detail }) => detail)
      expect(named).toContain(causes[0])
      expect(named).toEqual(causes.filter((cause) => named.includes(cause)))
    },
  )
})
