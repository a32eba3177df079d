import { describe, expect, it } from 'vitest'
import { buildPicture } from '../../test/http/uploads.ts'
import { canMount, prepareStore, startOnSmallFileSystem, startWithFileSizeLimit } from '../../test/process/full-disk.ts'

const WRITES = 40

const faults = [
  { fault: 'the file system is full', start: startOnSmallFileSystem, causes: ['SQLITE_FULL', 'ENOSPC'] },
  { fault: 'every write fails', start: startWithFileSizeLimit, causes: ['SQLITE_IOERR_WRITE', 'EFBIG'] },
]
// The second fault is possible for every user.
const possible = canMount() ? faults : faults.slice(1)

/** The first answer that is not 200: SQLite reuses free pages of its log, which take some writes on a full disk. */
async function firstRefused<Answer extends { status: number }>(
  attempt: (accepted: number) => Promise<Answer>,
): Promise<Answer> {
  let answer = await attempt(0)
  for (let accepted = 1; answer.status === 200 && accepted < WRITES; accepted += 1) answer = await attempt(accepted)
  return answer
}

describe('while the disk takes no writes', () => {
  it.each(possible)(
    'because $fault, writes get 503 and the log names the cause once; reads work, and writes work again by themselves',
    async ({ start, causes }) => {
      const { server, fill, free } = start(await prepareStore())
      const token = await server.signIn()
      const write = (companyName: string) => server.call('saveSearchHistory', { companyName }, token)
      const history = async () => (await server.call('searchHistory', { type: 'search' }, token)).data
      const picture = await buildPicture()
      const rename = (at: number) => server.call('saveNickname', { nickname: `昵称${at}` }, token)
      expect(await write('写入前')).toMatchObject({ status: 200, code: 0 })

      fill()
      const writes = [
        ...Array.from({ length: WRITES }, () => () => write('写入前')),
        rename,
        () => server.call('captcha'),
        () => server.upload(picture, token),
      ]
      for (const [at, attempt] of writes.entries()) {
        const answer = await firstRefused(attempt)
        expect.soft(answer, `write ${at}`).toMatchObject({ status: 503, code: 503, retryAfter: '2' })
      }
      const reads = [
        await server.call('userDetail', {}, token),
        await server.call('companySearch', { keyword: '比亚迪' }, token),
        await server.call('recentRegisterList', {}, token),
        await server.call('homeConfig'),
      ]
      for (const read of reads) expect.soft(read).toMatchObject({ status: 200, code: 0 })
      expect(await history()).toMatchObject({ viewHistoryList: [{ companyName: '写入前' }] })

      free()
      expect(await write('写入后')).toMatchObject({ status: 200, code: 0 })
      expect(await server.upload(picture, token)).toMatchObject({ status: 200, code: 0 })
      expect(await history()).toMatchObject({
        viewHistoryList: [{ companyName: '写入后' }, { companyName: '写入前' }],
      })
      const logged = server.logged()
      expect(new Set(logged.map(({ event }) => event))).toEqual(new Set(['storage-unavailable']))
      const named = logged.map(({ detail }) => detail)
      expect(named).toContain(causes[0])
      expect(named).toEqual(causes.filter((cause) => named.includes(cause)))
    },
  )
})
