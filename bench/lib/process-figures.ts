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
