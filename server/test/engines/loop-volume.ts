import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { publicFolder } from '../databases/postgres-server.ts'

const MIB = 2 ** 20
const BLOCK = 4_096
const UNMOUNT_TRIES = 50
const UNMOUNT_WAIT_MS = 100

/** A file system of its own, which a test can fill to the last byte. */
export type LoopVolume = Awaited<ReturnType<typeof mountLoopVolume>>

function run(command: string, ...args: string[]): string | null {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr)
}

/** Makes an ext4 file system of this size in a file and mounts it through a loop device. */
export async function mountLoopVolume(mebibytes: number) {
  const home = mkdtempSync(path.join(await publicFolder(), 'baiqicha-volume-'))
  const [image, folder] = [path.join(home, 'image'), path.join(home, 'mounted')]
  chmodSync(home, 0o755)
  mkdirSync(folder)
  const removeHome = () => rmSync(home, { recursive: true, force: true })
  // Without blocks that only root may use.
  const failure =
    run('truncate', '--size', `${mebibytes}M`, image) ??
    run('mkfs.ext4', '-q', '-m', '0', image) ??
    run('mount', '-o', 'loop', image, folder)
  if (failure !== null) {
    removeHome()
    throw new Error(`A disk that is full needs root, mkfs.ext4 and loop devices on this machine: ${failure.trim()}`)
  }
  const filler = path.join(folder, 'filler')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    /** Bytes that can still be written. */
    freeBytes,
    /** Takes all free space but so many bytes. Returns the number of bytes it took. */
    fill(leave: number = 0): number {
      const before = freeBytes()
      const taken = Math.max(0, before - leave - MIB)
      if (taken > 0) run('fallocate', '--length', String(taken), filler)
      appendUntil(filler, () => freeBytes() <= leave)
      return before - freeBytes()
    },
    /** Gives the space back. */
    free: (): void => rmSync(filler, { force: true }),
    /** Unmounts and deletes it. Processes that use it have ended. */
    async remove(): Promise<void> {
      let busy = run('umount', folder)
      for (let tries = 1; busy !== null && tries < UNMOUNT_TRIES; tries += 1) {
        await wait(UNMOUNT_WAIT_MS)
        busy = run('umount', folder)
      }
      if (busy !== null) run('umount', '--lazy', folder)
      removeHome()
      if (busy !== null) throw new Error(`A process still uses the volume of the test: ${busy.trim()}`)
    },
  }
}

/** Appends blocks until enough is taken or none is left. */
function appendUntil(file: string, isEnough: () => boolean) {
  try {
    while (!isEnough()) writeFileSync(file, Buffer.alloc(BLOCK), { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
