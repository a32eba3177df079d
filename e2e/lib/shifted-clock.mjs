import { readFileSync } from 'node:fs'

// Preloaded by a server under test: its clock is ahead by the milliseconds in the file of CLOCK_FILE, which a journey changes.
const REREAD_MS = 100
const { now } = Date
let readAt = Number.NEGATIVE_INFINITY
let ahead = 0

Date.now = () => {
  const real = now()
  if (real - readAt >= REREAD_MS) {
    readAt = real
    ahead = Number(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'))
  }
  return real + ahead
}
