import { readFileSync } from 'node:fs'

/** MiB of a running process: resident now (`VmRSS`) or at its peak (`VmHWM`). NaN on systems without /proc. */
export function processMemory(pid: number | undefined, measure: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${measure}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Clock ticks a second of /proc, the same on every Linux that Node supports. */
const TICKS = 100

/** Seconds of processor time that all threads of a running process have used. NaN on systems without /proc. */
export function processorSeconds(pid: number | undefined): number {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return Number.NaN
  }
}
