import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIfNeeded } from './lib/build.mjs'
import { nodePath } from './lib/node.mjs'
import { bin, root } from './lib/paths.mjs'

// `npm run test:clickhouse`: the suite of the event store on a real ClickHouse, that of CLICKHOUSE_URL or Debian's.
const PROGRAM = '/usr/sbin/clickhouse-server'
const PORT = 18_123

/** Starts Debian's server in a new folder. */
async function startServer() {
  if (!existsSync(PROGRAM)) {
    console.error('没有 ClickHouse：请设置 CLICKHOUSE_URL，或以 root 运行 apt-get install clickhouse-server。')
    process.exit(1)
  }
  const folder = mkdtempSync(join(tmpdir(), 'baiqicha-clickhouse-'))
  mkdirSync(join(folder, 'data'))
  writeFileSync(
    join(folder, 'users.xml'),
    '<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>' +
      '<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>',
  )
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex><logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>` +
      `<http_port>${PORT}</http_port><listen_host>127.0.0.1</listen_host><path>${folder}/data/</path>` +
      `<tmp_path>${folder}/tmp/</tmp_path><users_config>users.xml</users_config>` +
      '<default_profile>default</default_profile><default_database>default</default_database>' +
      '<mark_cache_size>50000000</mark_cache_size></yandex>',
  )
  const server = spawn(PROGRAM, [`--config-file=${folder}/config.xml`], { cwd: folder, stdio: 'ignore' })
  const url = `http://127.0.0.1:${PORT}/`
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    if (server.kill('SIGKILL')) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${url}?query=select%20version()`).then(
      (response) => response.text(),
      () => null,
    )
    if (answer !== null) {
      console.log(`ClickHouse ${answer.trim()}`)
      return { url, stop }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error('ClickHouse does not start')
}

await installIfNeeded()
const given = process.env['CLICKHOUSE_URL']?.trim()
const { url, stop } = given ? { url: given, stop: async () => {} } : await startServer()
const test = spawn(nodePath(), [bin('vitest', 'vitest.mjs'), 'run', '--project', 'clickhouse', '--reporter=verbose'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CLICKHOUSE_URL: url },
})
process.exitCode = await new Promise((resolve) => test.once('exit', (code) => resolve(code ?? 1)))
await stop()
