import type { FieldType } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { API_BASE } from '@baiqicha/contract/routes'
import type { Page } from '@playwright/test'

/** Markup, a text that turns direction, and a word that never ends: whoever shows it as text stays whole. */
export const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202e演示\u202c${'永'.repeat(200)}${'W'.repeat(200)}`

const texts: readonly FieldType[] = ['line', 'prose', 'caseNumber', 'officer', 'name', 'certificate']

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value of a field as somebody who means harm would have it imported. */
function spoilt(type: FieldType, value: unknown): unknown {
  if (texts.includes(type)) return HOSTILE
  if (type === 'lines') return [HOSTILE]
  if (type === 'passages') return [{ title: HOSTILE, text: HOSTILE }]
  if (type === 'events') return [{ date: null, content: HOSTILE }]
  if (type !== 'parties' || !Array.isArray(value)) return value
  return value.map((party: unknown) => (isObject(party) ? { ...party, name: HOSTILE, statement: HOSTILE } : party))
}

function spoilRecord(kind: RecordKindKey, record: Json) {
  for (const [name, field] of Object.entries(recordKinds[kind].fields)) {
    if (name in record) record[name] = spoilt(field.type, record[name])
  }
  record['removedReason'] = HOSTILE
  record['sourceName'] = HOSTILE
  if (Array.isArray(record['sources'])) {
    record['sources'] = record['sources'].map((source: unknown) =>
      isObject(source) ? { ...source, sourceName: HOSTILE } : source,
    )
  }
}

function spoilAnswer(kind: RecordKindKey, data: Json) {
  if (isObject(data['company'])) data['company']['name'] = HOSTILE
  const rows: unknown[] = Array.isArray(data['list']) ? data['list'] : [data]
  for (const row of rows) if (isObject(row)) spoilRecord(kind, row)
}

/** Has every answer about records of a kind come back with hostile text in each field. */
export async function spoilRecords(page: Page, kind: RecordKindKey): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(API_BASE) && url.pathname.includes(`/${kind}`),
    async (route) => {
      const response = await route.fetch()
      const envelope: Json = await response.json()
      if (isObject(envelope['data'])) spoilAnswer(kind, envelope['data'])
      await route.fulfill({ response, json: envelope })
    },
  )
}
