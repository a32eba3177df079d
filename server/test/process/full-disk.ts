import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ServerProcess, temporaryFolder } from './server-process.ts'

/** The folder of a store with companies and index, whose last server has ended in order. */
export async function prepareStore(): Promise<string> {
  const folder = temporaryFolder()
  const server = new ServerProcess({ folder })
  await server.started()
  await server.end('SIGTERM')
  return path.join(folder, 'data')
}

/** A server whose storage can be made to refuse writes. */
export type ServerOnDisk = { server: ServerProcess; fill: () => void; free: () => void }

/** The stored companies take about half of it. */
const MOUNT_MIB = 128
const MIB = 2 ** 20

/** Prefix of a command that gives it its own mounts, which end with it. */
const withOwnMounts = ['unshare', '--mount', '--map-root-user']

const mountSmall = `mount -t tmpfs -o size=${MOUNT_MIB}m tmpfs`

/** Whether this user may mount in a namespace of its own; some systems forbid it. */
export function canMount(): boolean {
  const [command = '', ...args] = withOwnMounts
  return spawnSync(command, [...args, 'sh', '-c', `${mountSmall} /mnt`]).status === 0
}

/** A copy of `store` on a small file system, which `fill` fills to the last byte: SQLite reports SQLITE_FULL. */
export function startOnSmallFileSystem(store: string): ServerOnDisk {
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
export function startWithFileSizeLimit(store: string): ServerOnDisk {
  const folder = temporaryFolder()
  cpSync(store, path.join(folder, 'data'), { recursive: true })
  const server = new ServerProcess({ folder })
  const limit = (bytes: string) => {
    const { status, stderr } = spawnSync('prlimit', [`--pid=${server.child.pid}`, `--fsize=${bytes}:`])
    if (status !== 0) throw new Error(`prlimit: ${String(stderr)}`)
  }
  return { server, fill: () => limit('0'), free: () => limit('unlimited') }
}
