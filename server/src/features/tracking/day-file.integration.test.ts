import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildTrackedEvent } from '../../../test/tracking/events.ts'
import { openDayWriter, readDayFile } from './day-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-tracking-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('reads what was committed while the writer is open, and after it was killed', () => {
  const file = path.join(folder, 'day.sqlite')
  const writer = openDayWriter(file)
  const event = buildTrackedEvent()
  writer.append([event])
  expect([...readDayFile(file)]).toEqual([event])
  writer.append([event])
  const again = openDayWriter(file)
  again.append([event])
  expect([...readDayFile(file)]).toHaveLength(3)
  writer.close()
  again.close()
})
