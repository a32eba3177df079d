import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/test/databases/postgres-server.ts'
import { type Engine, type OpenEngines, TOP } from './search-engines.ts'

const KEY = 'bench'
const BATCH = 5000
/** Every option that Typesense turns on for typing errors is off: it answers as the others do. */
const EXACT = { query_by: 'key', num_typos: '0', drop_tokens_threshold: '0', sort_by: '_text_match:desc,rank:desc' }

/** Starts this program, which keeps names in memory and cuts them into words, with the names of all numbers below `count`. */
export async function openTypesense(
  program: string,
  count: number,
  nameOf: (doc: number) => string,
): Promise<OpenEngines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'typesense-'))
  const [port, peeringPort] = [await freePort(), await freePort()]
  const addresses = ['--api-address', '127.0.0.1', '--api-port', `${port}`]
  const peers = ['--peering-address', '127.0.0.1', '--peering-port', `${peeringPort}`]
  const child = spawn(program, ['--data-dir', folder, '--api-key', KEY, ...addresses, ...peers], { stdio: 'ignore' })
  const kill = () => void child.kill('SIGKILL')
  process.on('exit', kill)
  const call = (target: string, init?: { method: string; body: string }) =>
    fetch(`http://127.0.0.1:${port}${target}`, { ...init, headers: { 'X-TYPESENSE-API-KEY': KEY } })
  const isHealthy = () =>
    call('/health').then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isHealthy())) await wait(200)
  const fields = [
    { name: 'key', type: 'string', locale: 'zh' },
    { name: 'rank', type: 'int32' },
  ]
  await call('/collections', {
    method: 'POST',
    body: JSON.stringify({ name: 'companies', fields, default_sorting_field: 'rank' }),
  })
  for (let from = 0; from < count; from += BATCH) {
    const docs = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    const lines = docs.map((doc) => JSON.stringify({ id: String(doc), key: nameOf(doc), rank: count - doc }))
    const imported = await call('/collections/companies/documents/import', { method: 'POST', body: lines.join('\n') })
    await imported.text()
  }
  const metrics: { typesense_memory_resident_bytes: string } = await (await call('/metrics.json')).json()
  const find = async (terms: readonly string[]) => {
    const query = new URLSearchParams({ ...EXACT, q: terms.join(' '), per_page: String(TOP) })
    return (await call(`/collections/companies/documents/search?${query}`)).json()
  }
  const answer: Engine['answer'] = ({ terms }) => find(terms ?? [])
  return {
    engines: [{ name: 'Typesense, page with total', answer, namesOnly: true }],
    bytes: { 'Typesense, names only, memory': Number(metrics.typesense_memory_resident_bytes) },
    async close() {
      process.off('exit', kill)
      kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
