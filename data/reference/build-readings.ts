/**
 * Makes readings.txt, how every common Han character sounds: `node data/reference/build-readings.ts`.
 * The dictionary (pinyin-pro) takes 48 MB of memory; this list is what the product needs of it.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { collectReadings } from './collect-readings.ts'

const text = collectReadings()
writeFileSync(path.join(import.meta.dirname, 'readings.txt'), `${text}\n`)
console.log(`readings.txt: ${text.split('|').length} characters`)
