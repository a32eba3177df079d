import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../process/free-port.ts'
import { installedTool } from './built-tool.ts'
import { endProcess, outputOf } from './child-processes.ts'

const shipped = path.join(import.meta.dirname, '..', '..', '..', 'deploy', 'nginx', 'nginx.conf')
const START_MS = 10_000

/** A key and a certificate for localhost, signed by itself. */
function makeCertificate(folder: string) {
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', path.join(folder, 'tls.key'), '-out', path.join(folder, 'tls.crt')]
  const { status, stderr } = spawnSync('openssl', [...words, ...subject, ...files], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl made no certificate for tests.\n${stderr}`)
}

const replaceAllOf = (text: string, replacements: readonly (readonly [string, string])[]) =>
  replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`deploy/nginx/nginx.conf has no longer: ${from}`)
    return result.replaceAll(from, to)
  }, text)

/** Whether nginx has the directive `http2`, which is in 1.25.1 and later; before, it was a word of `listen`. */
function hasHttp2Directive(): boolean {
  const { stderr } = spawnSync(installedTool('nginx'), ['-v'], { encoding: 'utf8' })
  const [, major = '0', minor = '0', patch = '0'] = /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(stderr) ?? []
  const [version, least] = [[major, minor, patch].map(Number), [1, 25, 1]]
  const at = version.findIndex((part, index) => part !== least[index])
  return at < 0 || (version[at] ?? 0) > (least[at] ?? 0)
}

/** The shipped configuration with the addresses and files of this test. */
function configFor(folder: string, ports: { http: number; https: number }, upstreams: readonly number[]): string {
  const config = replaceAllOf(readFileSync(shipped, 'utf8'), [
    ['pid /run/nginx.pid', `pid ${folder}/nginx.pid`],
    ['access_log /dev/stdout', `access_log ${folder}/access.log`],
    ['error_log /dev/stderr', `error_log ${folder}/error.log`],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
    ['/etc/nginx/tls/', `${folder}/`],
  ])
  const servers = upstreams.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`)
  const withHttp2 = hasHttp2Directive() ? config : replaceAllOf(config, [[' ssl;\n        http2 on;', ' ssl http2;']])
  const withServers = withHttp2.replace(/server app:8080[\s\S]*?server app-2:8080[^;]*;/, servers.join('\n'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return withServers.replace('http {', `http {\n${temporary.join('\n')}`)
}

export type Nginx = Awaited<ReturnType<typeof startNginx>>

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

/** Starts nginx with deploy/nginx/nginx.conf before processes on these ports. */
export async function startNginx(upstreams: readonly number[]) {
  const program = installedTool('nginx')
  const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-nginx-'))
  // The workers are another user.
  chmodSync(folder, 0o755)
  mkdirSync(path.join(folder, 'logs'))
  makeCertificate(folder)
  const ports = { http: await freePort(), https: await freePort() }
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, configFor(folder, ports, upstreams))
  const words = ['-p', folder, '-c', file, '-e', `${folder}/error.log`, '-g', 'daemon off;']
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = outputOf(child)
  const stop = async () => {
    // Ends the workers too.
    await endProcess(child, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  for (const before = Date.now() + START_MS; !(await isListening(ports.https)); await wait(20)) {
    if (child.exitCode === null && Date.now() < before) continue
    await stop()
    throw new Error(`nginx did not start.\n${output()}`)
  }
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    /** Certificate that clients have to trust. */
    ca: readFileSync(path.join(folder, 'tls.crt'), 'utf8'),
    accessLog: () => readFileSync(path.join(folder, 'access.log'), 'utf8'),
    stop,
  }
}
