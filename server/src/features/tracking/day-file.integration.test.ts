import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildTrackedEvent } from '../../../test/builders/tracked-events.ts'
import { openDayWriter, readDayFile } from './day-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-tracking-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('reads the events of a file by device and time, with every value', () => {
  const file = path.join(folder, 'day.sqlite')
  const writer = openDayWriter(file)
  const click = buildTrackedEvent({
    type: 'click',
    at: 30,
    device: -5n,
    subject: 2 ** 52,
    trackId: 'search-submit',
    elementText: '搜索',
    custom: { place: 'head' },
    url: '/search?id=1',
  })
  const change = buildTrackedEvent({ type: 'device_change', at: 20, device: 7n, newDevice: 2n ** 62n })
  const first = buildTrackedEvent({ at: 10, device: 7n, isFirst: true, referrer: 'https://www.example.com' })
  writer.append([change, click])
  writer.append([first])
  writer.close()
  expect([...readDayFile(file)]).toEqual([click, first, change])
})

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
