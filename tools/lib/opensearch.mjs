import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireJavaAndMaven } from './engine-tools.mjs'
import { root } from './paths.mjs'

const execute = promisify(execFile)

/** A port of this machine that no program listens on. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const OPENSEARCH_VERSION = '3.2.0'
const ARTIFACT = `org.opensearch.distribution.integ-test-zip:opensearch:${OPENSEARCH_VERSION}:zip`
const cache = join(root, 'node_modules', '.cache', 'baiqicha', 'opensearch')

const START_MS = 180_000
const POLL_MS = 200
/** Lines of the log in the message of a failed start. */
const LOG_LINES = 15

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** OpenSearch refuses to run as root; another user of the machine runs it then. */
const isRoot = process.getuid?.() === 0

/** The user and group that run OpenSearch. */
function ordinaryUser() {
  if (!isRoot) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  if (line === undefined) throw new Error('OpenSearch 不能以 root 运行，且本机没有用户 nobody。')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Downloads and unpacks the server once. Returns its archive. */
async function download() {
  const archive = join(cache, `opensearch-${OPENSEARCH_VERSION}.zip`)
  if (existsSync(archive)) return archive
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(join(cache, 'download-'))
  try {
    await execute('mvn', ['-q', 'dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${part}`])
    renameSync(join(part, `opensearch-${OPENSEARCH_VERSION}.zip`), archive)
  } catch (error) {
    const reason = error.message.split('\n')[0]
    throw new Error(`无法通过 Maven 下载 OpenSearch ${OPENSEARCH_VERSION}：${reason}`, { cause: error })
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  return archive
}

/** Settings of one node among `all`. Only this machine can reach it. */
function settingsOf(node, all) {
  const lines = [
    'cluster.name: baiqicha-local',
    `node.name: ${node.name}`,
    `path.data: ${node.data}`,
    `path.logs: ${join(node.folder, 'logs')}`,
    'network.host: 127.0.0.1',
    `http.port: ${node.port}`,
    `transport.port: ${node.transportPort}`,
    // A developer's disk is often fuller than a server's.
    'cluster.routing.allocation.disk.threshold_enabled: false',
  ]
  if (all.length === 1) return [...lines, 'discovery.type: single-node']
  return [
    ...lines,
    `discovery.seed_hosts: [${all.map(({ transportPort }) => `"127.0.0.1:${transportPort}"`).join(', ')}]`,
    `cluster.initial_cluster_manager_nodes: [${all.map(({ name }) => name).join(', ')}]`,
  ]
}

/**
 * Starts the server in folder $0 and prints its process id. The pipe to standard input closes when this process ends,
 * however it ends: then the server is killed and folder $1 is removed.
 */
const GUARD = 'bash "$0"/bin/opensearch & echo $!; cat > /dev/null; kill -9 $! 2> /dev/null; wait $!; rm -rf "$1"'

/** Whether a process exists. The shell above it collects an ended server at once. */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function launch(node, { top, home, javaHome, heap }) {
  const log = openSync(join(node.folder, 'output.log'), 'a')
  const child = spawn('bash', ['-c', GUARD, home, top], {
    cwd: node.folder,
    ...ordinaryUser(),
    stdio: ['pipe', 'pipe', log],
    env: {
      PATH: process.env['PATH'],
      HOME: node.folder,
      OPENSEARCH_JAVA_HOME: javaHome,
      OPENSEARCH_PATH_CONF: join(node.folder, 'config'),
      OPENSEARCH_TMPDIR: join(node.folder, 'tmp'),
      OPENSEARCH_JAVA_OPTS: `-Xms${heap} -Xmx${heap}`,
    },
  })
  child.stdout.setEncoding('utf8')
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const pid = new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number.parseInt(text, 10))))
  child.stdout.on('data', (text) => writeFileSync(log, text))
  return { child, exited, pid }
}

const healthOf = (url) =>
  fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => (response.ok ? response.json() : null),
    () => null,
  )

/** @throws Error with the end of the server's output */
async function untilReady(nodes) {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; ) {
    const health = await healthOf(nodes[0].url)
    if (health?.number_of_nodes === nodes.length && health.status !== 'red') return
    if (nodes.some(({ pid }) => !isAlive(pid))) break
    await wait(POLL_MS)
  }
  const output = readFileSync(join(nodes[0].folder, 'output.log'), 'utf8')
  throw new Error(`OpenSearch 没有启动：\n${output.trimEnd().split('\n').slice(-LOG_LINES).join('\n')}`)
}

/**
 * Starts OpenSearch on this machine in a temporary folder; `dataFolder` keeps the data of the nodes. `signal` sends a signal to every node, as SIGKILL or SIGSTOP;
 * `restart` starts ended nodes again on their data and addresses.
 */
export async function startOpenSearch({ nodes: count = 1, heap = '512m', dataFolder } = {}) {
  const javaHome = await requireJavaAndMaven()
  const archive = await download()
  const top = mkdtempSync(join(tmpdir(), 'baiqicha-opensearch-'))
  const home = join(top, `opensearch-${OPENSEARCH_VERSION}`)
  const nodes = []
  const guards = []
  const launchNode = async (node) => {
    const { child, exited, pid } = launch(node, { top, home, javaHome, heap })
    guards.push({ child, exited })
    node.pid = await pid
    // A test worker or a bench may end while the server runs.
    for (const handle of [child, child.stdin, child.stdout]) handle.unref()
  }
  const stop = async () => {
    for (const { child } of guards) {
      child.ref()
      child.stdin.end()
    }
    await Promise.all(guards.map(({ exited }) => exited))
    rmSync(top, { recursive: true, force: true })
  }
  try {
    await execute(join(javaHome, 'bin', 'jar'), ['xf', archive], { cwd: top })
    for (let at = 0; at < count; at += 1) nodes.push(await prepareNode(top, home, at, dataFolder))
    for (const node of nodes)
      writeFileSync(join(node.folder, 'config', 'opensearch.yml'), settingsOf(node, nodes).join('\n'))
    await giveToOrdinaryUser(top)
    if (dataFolder !== undefined) await giveToOrdinaryUser(dataFolder)
    for (const node of nodes) await launchNode(node)
    await untilReady(nodes)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: nodes[0].url,
    urls: nodes.map(({ url }) => url),
    signal: (name) => {
      for (const { pid } of nodes) if (isAlive(pid)) process.kill(pid, name)
    },
    restart: async () => {
      for (const node of nodes) if (!isAlive(node.pid)) await launchNode(node)
      await untilReady(nodes)
    },
    stop,
  }
}

async function prepareNode(top, home, at, dataFolder) {
  const folder = join(top, `node-${at + 1}`)
  const data = dataFolder === undefined ? join(folder, 'data') : join(dataFolder, `node-${at + 1}`)
  for (const needed of [data, join(folder, 'logs'), join(folder, 'tmp')]) mkdirSync(needed, { recursive: true })
  await execute('cp', ['-r', join(home, 'config'), join(folder, 'config')])
  const [port, transportPort] = [await freePort(), await freePort()]
  return { name: `node-${at + 1}`, folder, data, port, transportPort, url: `http://127.0.0.1:${port}` }
}

async function giveToOrdinaryUser(top) {
  const { uid, gid } = ordinaryUser()
  if (uid === undefined) return
  chmodSync(top, 0o755)
  chownSync(top, uid, gid)
  await execute('chown', ['-R', `${uid}:${gid}`, top])
}
