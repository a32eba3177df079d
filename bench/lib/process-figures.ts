import { readFileSync } from 'node:fs'

/** Clock ticks a second of Linux. */
const TICKS = 100

/** Milliseconds of CPU that a process has used, in user and kernel mode. NaN on systems without /proc. */
export function processCpu(pid: number | undefined): number {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS
  } catch {
    return Number.NaN
  }
}

/** MiB of a running process: resident now (`VmRSS`; of that not pages of files, `RssAnon`) or at its peak (`VmHWM`). NaN on systems without /proc. */
export function processMemory(pid: number | undefined, measure: 'VmRSS' | 'RssAnon' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${measure}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
