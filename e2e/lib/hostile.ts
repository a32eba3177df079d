import type { FieldType } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { API_BASE } from '@baiqicha/contract/routes'
import type { Page } from '@playwright/test'

/** Markup, bidirectional control characters and long words without a break: a page must show all of it as text. */
export const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202e演示\u202c${'永'.repeat(200)}${'W'.repeat(200)}`

const textTypes: readonly FieldType[] = ['line', 'prose', 'caseNumber', 'officer', 'name', 'certificate']

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with every text in it replaced by HOSTILE. Dates, numbers and fixed words stay: import refuses others. */
function withHostileText(type: FieldType, value: unknown): unknown {
  if (textTypes.includes(type)) return HOSTILE
  if (type === 'lines') return [HOSTILE]
  if (type === 'passages') return [{ title: HOSTILE, text: HOSTILE }]
  if (type === 'events') return [{ date: null, content: HOSTILE }]
  if (type !== 'parties' || !Array.isArray(value)) return value
  return value.map((party: unknown) => (isObject(party) ? { ...party, name: HOSTILE, statement: HOSTILE } : party))
}

function makeRecordHostile(kind: RecordKindKey, record: Json) {
  for (const [name, field] of Object.entries(recordKinds[kind].fields)) {
    if (name in record) record[name] = withHostileText(field.type, record[name])
  }
  record['removedReason'] = HOSTILE
  record['sourceName'] = HOSTILE
  if (Array.isArray(record['sources'])) {
    record['sources'] = record['sources'].map((source: unknown) =>
      isObject(source) ? { ...source, sourceName: HOSTILE } : source,
    )
  }
}

function makeResponseHostile(kind: RecordKindKey, data: Json) {
  if (isObject(data['company'])) data['company']['name'] = HOSTILE
  const rows: unknown[] = Array.isArray(data['list']) ? data['list'] : [data]
  for (const row of rows) if (isObject(row)) makeRecordHostile(kind, row)
}

/** Intercepts every response about records of the kind and puts HOSTILE into each text field. */
export async function serveHostileRecords(page: Page, kind: RecordKindKey): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(API_BASE) && url.pathname.includes(`/${kind}`),
    async (route) => {
      const response = await route.fetch()
      const envelope: Json = await response.json()
      if (isObject(envelope['data'])) makeResponseHostile(kind, envelope['data'])
      await route.fulfill({ response, json: envelope })
    },
  )
}
