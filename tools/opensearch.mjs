import { parseArgs } from 'node:util'
import { startOpenSearch } from './lib/opensearch.mjs'

// `node tools/opensearch.mjs [--nodes 3] [--heap 1g]`: OpenSearch on this machine until Ctrl-C, for SEARCH_URL.
const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '1' }, heap: { type: 'string', default: '1g' } },
})

const given = process.env['OPENSEARCH_URL']?.trim()
if (given) {
  console.log(`使用 OPENSEARCH_URL 指定的服务器：SEARCH_URL=${given}`)
} else {
  await runUntilSignal()
}

async function runUntilSignal() {
  let server
  try {
    server = await startOpenSearch({ nodes: Number(values.nodes), heap: values.heap })
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
    return
  }
  console.log(`OpenSearch 已启动：SEARCH_URL=${server.urls.join(',')}（Ctrl-C 结束）`)
  const alive = setInterval(() => {}, 60_000)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      clearInterval(alive)
      await server.stop()
    })
  }
}
