import { existsSync, readFileSync } from 'node:fs'

/** Clock ticks a second of Linux. */
const TICKS = 100

const OWN = 11
const OF_ENDED_CHILDREN = 13

/** Milliseconds of CPU that a process has used, in user and kernel mode. NaN on systems without /proc. */
export function processCpu(pid: number | string | undefined, field = OWN): number {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return ((Number(fields[field]) + Number(fields[field + 1])) * 1_000) / TICKS
  } catch {
    return Number.NaN
  }
}

/** As `processCpu`, with the children of the process. */
export function processTreeCpu(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/children`
  const running = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
  // A child may end meanwhile.
  const ofRunning = running.map((child) => processCpu(child) || 0)
  return ofRunning.reduce((sum, cpu) => sum + cpu, processCpu(pid) + processCpu(pid, OF_ENDED_CHILDREN))
}

/** By how many MiB a process is larger at most while work goes on than before it. */
export async function memoryGrowth(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  const before = processMemory(pid, 'VmRSS')
  let most = before
  const sample = () => {
    most = Math.max(most, processMemory(pid, 'VmRSS'))
  }
  const sampling = setInterval(sample, 50)
  await work().finally(() => clearInterval(sampling))
  sample()
  return most - before
}

/** MiB of a running process: resident now (`VmRSS`) or at its peak (`VmHWM`). NaN on systems without /proc. */
export function processMemory(pid: number | undefined, measure: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${measure}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
