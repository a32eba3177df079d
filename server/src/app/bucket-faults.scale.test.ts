import { API_BASE, exceptions, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { type LoopVolume, mountLoopVolume } from '../../test/engines/loop-volume.ts'
import { startToxiproxy, type ToxicProxy, type Toxiproxy } from '../../test/engines/proxies.ts'
import { type S3Server, startS3Server } from '../../test/engines/s3-server.ts'
import { buildPicture } from '../../test/http/uploads.ts'
import { type ServerGroup, startServerGroup } from '../../test/process/server-group.ts'
import { createMeasuredCalls, fieldOf } from '../../test/process/server-process.ts'
import { createS3PictureFiles } from '../platform/uploads/picture-files.ts'
import { parseS3Address } from '../platform/uploads/s3-client.ts'

/** Three seconds by which the server answers, and half a second for a machine that does other work. */
const ANSWER_MS = 3_500
const AGAIN_MS = 20_000
const UPLOADERS = 4
const ROUNDS = 3

/** Faults of the server or of the way to it; `ends` takes the fault away. */
type Fault = { what: string; begins: () => Promise<void>; ends: () => Promise<void>; doReadsFail: boolean }

describeDatabases(
  'uploads to a bucket with faults',
  (freshDatabase) => {
    let database: TestDatabase
    let volume: LoopVolume
    let bucket: S3Server
    let toxiproxy: Toxiproxy
    let network: ToxicProxy
    let group: ServerGroup
    let picture: Buffer
    let token: string
    let used: string
    const acknowledged: string[] = []

    beforeAll(async () => {
      database = await freshDatabase()
      volume = await mountLoopVolume(48)
      bucket = await startS3Server(volume.folder)
      toxiproxy = await startToxiproxy()
      const { host } = new URL(bucket.bucketUrl)
      network = await toxiproxy.proxyTo(host)
      const env = { FILES_URL: bucket.url.replace(host, network.address), DEMO_DATA: 'off' }
      group = await startServerGroup({ count: 1, env: { ...env, DATABASE_URL: database.location.databaseUrl ?? '' } })
      token = await group.signIn(server(), '13900000501')
      picture = await buildPicture({ width: 800, height: 600 })
      used = await upload(openCalls())
      await openCalls().call('saveFeedback', { kind: '功能异常', content: '演示：附有截图。', imageIds: [used] })
    })
    afterAll(async () => {
      await group?.stop()
      await toxiproxy?.stop()
      await bucket?.stop()
      await volume?.remove()
    })

    function server() {
      const [first] = group.servers
      if (first === undefined) throw new Error('no server')
      return first
    }
    const openCalls = () => createMeasuredCalls(server(), token)
    type Calls = ReturnType<typeof openCalls>

    /** The id of a new picture; empty when it was refused. */
    async function upload(calls: Calls): Promise<string> {
      const { code, status, retryAfter, data } = await calls.upload(picture)
      if (code !== 0) {
        expect({ code, status }).toEqual({ code: 503, status: 503 })
        // A busy server refuses by itself, with seconds of its own.
        expect(Number(retryAfter)).toBeGreaterThan(0)
        return ''
      }
      const id = String(fieldOf(data, 'imageId'))
      acknowledged.push(id)
      return id
    }
    const uploadAgain = () => expect.poll(() => upload(openCalls()), { timeout: AGAIN_MS }).not.toBe('')
    const exported = () =>
      server().fetch(`${API_BASE}${exceptions.exportData.path}?format=json`, { headers: { [TOKEN_HEADER]: token } })

    const restore = () => network.restore()
    const faults: Fault[] = [
      { what: 'has ended', begins: () => bucket.kill(), ends: () => bucket.start(), doReadsFail: true },
      {
        what: 'does not answer',
        // On the way to the bucket: it closes a connection after each answer, and a lost answer would look like that.
        begins: () => network.add({ type: 'timeout', stream: 'upstream', attributes: { timeout: 0 } }),
        ends: restore,
        doReadsFail: true,
      },
      {
        what: 'answers five seconds late',
        begins: () => network.add({ type: 'latency', attributes: { latency: 5_000 } }),
        ends: restore,
        doReadsFail: true,
      },
      {
        what: 'loses connections in the middle of a picture',
        begins: () => network.add({ type: 'limit_data', stream: 'upstream', attributes: { bytes: 2_000 } }),
        ends: restore,
        doReadsFail: false,
      },
      {
        what: 'is full',
        begins: async () => void volume.fill(),
        ends: async () => volume.free(),
        doReadsFail: false,
      },
    ]

    it.for(faults)(
      'that $what are refused in time, and other pages work',
      async ({ begins, ends, doReadsFail }, { annotate }) => {
        await uploadAgain()
        const before = acknowledged.length
        await begins()
        const calls = openCalls()
        try {
          for (let round = 0; round < ROUNDS; round += 1) {
            const uploads = Promise.all(Array.from({ length: UPLOADERS }, () => upload(calls)))
            for (const key of ['userDetail', 'recentRegisterList', 'homeConfig'] as const) {
              expect(await calls.call(key)).toMatchObject({ status: 200, code: 0 })
            }
            expect([await calls.status('/healthz'), await calls.status('/readyz')]).toEqual([200, 200])
            expect(await uploads).toEqual(Array.from({ length: UPLOADERS }, () => ''))
          }
          if (doReadsFail) expect((await exported()).status).toBe(503)
        } finally {
          await ends()
        }
        await annotate(`slowest answer ${calls.slowestMs()} ms`)
        expect(calls.slowestMs()).toBeLessThan(ANSWER_MS)
        expect(acknowledged).toHaveLength(before)
        await uploadAgain()
      },
    )

    it('that were acknowledged are all there, whole, and every row has its picture', async () => {
      const files = createS3PictureFiles(parseS3Address(bucket.url), { deadlineMs: 5_000 })
      const rows = await database.db.selectFrom('upload').select(['id', 'bytes']).execute()
      expect(acknowledged.length).toBeGreaterThan(faults.length)
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
      for (const { id, bytes } of rows) expect((await files.read(id))?.length).toBe(bytes)
      const archive = unzipSync(new Uint8Array(await (await exported()).arrayBuffer()))
      expect(Object.keys(archive)).toContain(`图片/${used}.jpg`)
    })
  },
  ['postgres'],
)
