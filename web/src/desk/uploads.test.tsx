import type { OperatorRole } from '@baiqicha/contract/desk/action'
import { type DeskActionName, type DeskOutput, deskPath } from '@baiqicha/contract/desk/actions'
import { UPLOAD_PIECE_PATH, type UploadReport, type UploadShown } from '@baiqicha/contract/desk/uploads'
import { resultCode } from '@baiqicha/contract/result-codes'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { openDesk } from '../../test/desk.tsx'
import { server } from '../../test/server.ts'

const ID = `im-${'0'.repeat(20)}`
const sent: [name: string, body: unknown][] = []

const answerWith = (path: string, data: unknown) =>
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      sent.push([
        path,
        await request
          .clone()
          .json()
          .catch(() => null),
      ])
      return HttpResponse.json({ code: 0, message: '', data })
    }),
  )
const answer = <K extends DeskActionName>(name: K, data: DeskOutput<K>) => answerWith(deskPath(name), data)
const bodiesOf = (name: DeskActionName) => sent.flatMap(([path, body]) => (path === deskPath(name) ? [body] : []))

function open(hash: string, roles: readonly OperatorRole[] = ['data']) {
  sent.length = 0
  return openDesk(hash, roles)
}

const upload: UploadShown = {
  id: ID,
  fileName: '演示市企业登记.xlsx',
  size: 2_000_000,
  state: 'ready',
  operator: 'desk:演示甲',
  createdAt: 0,
  elsewhere: null,
  kind: null,
  sourceId: null,
  received: [0],
  pieces: 1,
  covers: null,
  columns: null,
  progress: null,
  check: null,
  report: null,
  failure: null,
}
const report: UploadReport = {
  isDryRun: true,
  number: 0,
  rowsRead: 100,
  created: 90,
  changed: 5,
  unchanged: 2,
  pending: 0,
  excluded: 0,
  rejected: 3,
  milliseconds: 10,
  format: '',
  unusedColumns: [],
  fields: [
    {
      field: 'name',
      label: '企业名称',
      rejected: 3,
      lost: 0,
      first: [{ line: 7, value: '', reason: '为空', isStored: false }],
    },
    {
      field: 'foundedOn',
      label: '成立日期',
      rejected: 0,
      lost: 1,
      first: [{ line: 9, value: '2026/13/1', reason: '不是日期', isStored: true }],
    },
  ],
}

function answerMapping() {
  answer('uploads columns', {
    format: '',
    columns: [
      { name: '主体', field: null, isSpare: false, samples: ['演示甲有限公司'] },
      { name: '经营状态', field: 'status', isSpare: false, samples: ['存续'] },
    ],
    fields: [
      { key: 'name', label: '企业名称' },
      { key: 'status', label: '登记状态' },
    ],
    saved: [],
  })
  const source = { name: '演示数据', scope: '', url: null, licence: '', asOf: null, isDemo: true, parts: [] }
  answer('sources list', { items: [{ id: 'demo', ...source }] })
  answer('uploads save', {})
  answer('uploads run', {})
}

describe('an uploaded file', () => {
  it('sends the columns that the operator corrected, then tries them', async () => {
    answer('uploads show', upload)
    answerMapping()
    const user = open(`#/imports/${ID}`)
    await user.selectOptions(await screen.findByLabelText('主体 对应'), '企业名称')
    await user.click(screen.getByRole('button', { name: '试运行' }))
    await screen.findByRole('button', { name: '试运行' })
    await expect.poll(() => bodiesOf('uploads run')).toEqual([{ id: ID, dryRun: true }])
    expect(bodiesOf('uploads save')).toEqual([
      {
        id: ID,
        kind: 'companies',
        sourceId: 'demo',
        covers: '',
        columns: [
          { name: '主体', field: 'name' },
          { name: '经营状态', field: 'status' },
        ],
      },
    ])
  })

  it('shows rejected rows by field before anything is stored, and asks for a code to start', async () => {
    answer('uploads show', { ...upload, state: 'checked', kind: 'companies', sourceId: 'demo', check: report })
    answerMapping()
    const user = open(`#/imports/${ID}`)
    const result = await screen.findByRole('region', { name: '试运行结果' })
    within(result).getByText('为空')
    await user.click(within(result).getByRole('button', { name: /成立日期/ }))
    within(result).getByText('2026/13/1')
    within(result).getByText('收录，此值留空')
    await user.click(screen.getByRole('button', { name: '开始导入' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/3.0% 的行未收录，超过上限 1%/)
    await user.type(within(dialog).getByLabelText('动态码或恢复码'), '123456')
    await user.click(within(dialog).getByRole('button', { name: '开始导入' }))
    await expect
      .poll(() => bodiesOf('uploads run'))
      .toEqual([{ id: ID, dryRun: false, maxRejectPercent: 1, totp: '123456' }])
  })

  it('shows its progress and can be stopped, then resumed with the reason of the stop', async () => {
    const progress = { rowsRead: 640, rejected: 2, share: 0.64, rowsPerSecond: 200 }
    answer('uploads show', { ...upload, state: 'running', kind: 'companies', sourceId: 'demo', progress })
    answerMapping()
    answer('uploads stop', {})
    const user = open(`#/imports/${ID}`)
    await screen.findByText('正在导入 64%')
    answer('uploads show', {
      ...upload,
      state: 'stopped',
      kind: 'companies',
      sourceId: 'demo',
      failure: '操作员停止了导入。\n已存入',
    })
    await user.click(screen.getByRole('button', { name: '停止' }))
    expect((await screen.findByRole('alert')).textContent).toBe('操作员停止了导入。')
    screen.getByRole('button', { name: '继续导入' })
  })

  it('names the machine that has it, and offers nothing there', async () => {
    answer('uploads show', { ...upload, elsewhere: 'app-2' })
    open(`#/imports/${ID}`)
    await screen.findByText(/文件在另一台机器 app-2 上/)
    expect(screen.queryByRole('button', { name: '试运行' })).toBeNull()
  })

  it('is sent in pieces with their hashes, and only those that are missing', async () => {
    answer('uploads list', { items: [], free: 1_000_000_000 })
    answer('uploads begin', { id: ID, received: [] })
    answerWith(UPLOAD_PIECE_PATH, { received: 1, pieces: 1 })
    answer('uploads show', upload)
    answerMapping()
    const user = open('#/imports/new')
    await user.upload(await screen.findByLabelText(/选择文件/), new File(['企业名称\n'], '演示.csv'))
    await screen.findByRole('heading', { name: '演示市企业登记.xlsx' })
    expect(bodiesOf('uploads begin')).toEqual([
      { fileName: '演示.csv', size: 13, pieces: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
    ])
    expect(window.location.hash).toBe(`#/imports/${ID}`)
  })

  it('says why it is refused', async () => {
    answer('uploads list', { items: [], free: 0 })
    server.use(
      http.post(`*${deskPath('uploads begin')}`, () =>
        HttpResponse.json({ code: resultCode.actionRefused, message: '磁盘空间不足', data: null }),
      ),
    )
    const user = open('#/imports/new')
    await user.upload(await screen.findByLabelText(/选择文件/), new File(['a'], '演示.csv'))
    expect((await screen.findByRole('alert')).textContent).toBe('磁盘空间不足')
  })
})

describe('运行', () => {
  const latency = { perSecond: 2, p50: 1, p95: 3, p99: 8.6 }
  const point = { ...latency, errorPercent: 0, lagSeconds: 0.8, segments: 14, waiting: 0, memory: 2 ** 28 }
  const shown: DeskOutput<'operations show'> = {
    at: 0,
    points: [{ at: 0, ...point, loads: [{ load: 'search', ...latency }], smsSentPercent: null }],
    processes: [
      {
        name: 'app-1',
        isHere: true,
        at: 0,
        perSecond: 2,
        p99: 8.6,
        errors: 0,
        lagSeconds: 0.8,
        segments: 14,
        waiting: 0,
        memory: 2 ** 28,
      },
    ],
    limits: [{ name: 'listsPerUser', label: '列表 · 每用户', rule: '300 / 5 分', refused: 38, lastAt: 0 }],
    sms: [],
    sessions: 6_204,
    imports: [],
    alarms: [{ key: 'lag', text: '有改动 61 秒搜索不到' }],
    note: null,
  }

  it('has the values of its charts in a table, the limits with their refusals, and the alarms', async () => {
    answer('operations show', shown)
    const user = open('#/operations', ['administrator'])
    await screen.findByRole('figure', { name: /^延迟，毫秒/ })
    screen.getByText('搜索索引落后：有改动 61 秒搜索不到')
    screen.getByRole('row', { name: /列表 · 每用户 300 \/ 5 分 38/ })
    await user.click(screen.getByRole('link', { name: '表' }))
    await screen.findByText(/搜索 2 · 1 \/ 3 \/ 8.6/)
    expect(screen.queryByRole('figure')).toBeNull()
  })

  it('says why it has no figures yet', async () => {
    answer('operations show', { ...shown, points: [], processes: [], alarms: [], note: '第一行在服务启动一分钟后。' })
    open('#/operations', ['administrator'])
    await screen.findByText('第一行在服务启动一分钟后。')
  })
})
