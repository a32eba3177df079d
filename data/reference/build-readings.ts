/**
 * Writes readings.txt, the pinyin of every common Han character: `node data/reference/build-readings.ts`.
 * The server reads this list because the dictionary (pinyin-pro) takes 48 MB of memory.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { collectReadings } from './collect-readings.ts'

const text = collectReadings()
writeFileSync(path.join(import.meta.dirname, 'readings.txt'), `${text}\n`)
console.log(`readings.txt: ${text.split('|').length} characters`)
