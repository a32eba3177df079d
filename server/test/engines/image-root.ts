import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

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
export function createImageRoot() {
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
