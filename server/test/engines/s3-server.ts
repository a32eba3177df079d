import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { freePort } from '../process/free-port.ts'
import { endProcess } from './child-processes.ts'

const GATEWAY = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'
const binFolder = path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'baiqicha', 'bin')
const program = path.join(binFolder, process.platform === 'win32' ? 'versitygw.exe' : 'versitygw')

const key = { accessKeyId: 'demo-key', secretAccessKey: 'demo/secret+key' }
const REGION = 'cn-north-1'

/** Builds the server once, from the Go module proxy: two to three minutes. */
function build() {
  if (existsSync(program)) return
  const { status, error, stderr } = spawnSync('go', ['install', GATEWAY], {
    env: { ...process.env, GOBIN: binFolder },
    encoding: 'utf8',
  })
  if (error !== undefined)
    throw new Error('An S3 server for tests needs Go 1.24 or newer on the PATH.', { cause: error })
  if (status !== 0) throw new Error(`The S3 server for tests could not be built from the Go module proxy.\n${stderr}`)
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

/** Starts versitygw, a server with the API of S3, on a new folder in `parent`. */
export async function startS3Server(parent = tmpdir()) {
  build()
  const folder = await mkdtemp(path.join(parent, 'baiqicha-s3-'))
  await mkdir(path.join(folder, 'objects'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const signer = new AwsClient({ ...key, region: REGION, service: 's3', retries: 0 })
  const words = ['--port', `127.0.0.1:${port}`, '--region', REGION, 'posix', path.join(folder, 'objects')]
  const env = { ...process.env, ROOT_ACCESS_KEY: key.accessKeyId, ROOT_SECRET_KEY: key.secretAccessKey }
  let server = spawn(program, words, { cwd: folder, env, stdio: 'ignore' })

  async function whenReady() {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const answer = await signer.fetch(`${origin}/`).catch(() => null)
      if (answer?.ok === true) return
      await wait(100)
    }
    throw new Error('The S3 server for tests did not start.')
  }
  const kill = () => endProcess(server)

  await whenReady()
  await signer.fetch(`${origin}/pictures`, { method: 'PUT' })
  const secret = encodeURIComponent(key.secretAccessKey)
  return {
    /** `FILES_URL` of an empty bucket. */
    url: `s3://${key.accessKeyId}:${secret}@127.0.0.1:${port}/pictures/uploads?region=${REGION}&tls=off`,
    /** Address of the bucket for requests without a key. */
    bucketUrl: `${origin}/pictures/`,
    /** Ends the server as a crash does; `start` starts it again on the same port with the same objects. */
    kill,
    async start() {
      await kill()
      server = spawn(program, words, { cwd: folder, env, stdio: 'ignore' })
      await whenReady()
    },
    /** Stops it from answering while connections stay open; `resume` lets it continue. */
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
