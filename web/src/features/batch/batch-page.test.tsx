import type { BatchCompany, BatchJob, BatchRow } from '@baiqicha/contract/batch'
import { resultCode } from '@baiqicha/contract/result-codes'
import { CREATE_BATCH_PATH } from '@baiqicha/contract/routes/batch'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import '../../ui/confirm-alert.tsx'
import './batch-page.tsx'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, refuse, server } from '../../../test/server.ts'

const farEnd = '2099-11-20T15:59:59.000Z'
const member = buildUser({ isVip: true, vipExpireAt: farEnd, vipSource: '赠送', canClaimGift: false })

const buildJob = (overrides: Partial<BatchJob> = {}): BatchJob => ({
  id: 'b-1',
  listName: '客户名单.csv',
  encoding: 'GB18030',
  state: 'done',
  total: 2,
  done: 2,
  counts: { matched: 1, open: 1, chosen: 0, missing: 0, invalid: 0 },
  createdAt: '2026-11-26T12:10:00.000Z',
  finishedAt: '2026-11-26T12:14:00.000Z',
  keptUntil: '2026-12-03T12:10:00.000Z',
  ...overrides,
})
const buildFound = (overrides: Partial<BatchCompany> = {}): BatchCompany => ({
  id: 'c-1',
  name: '澜山演示贸易有限公司',
  creditCode: '91990001MA0TE5T16H',
  status: '存续',
  region: '演示东省',
  foundedOn: '2018-01-27',
  stockCode: null,
  isDemo: true,
  risk: { high: 3, medium: 8, notice: 9, asOf: '2026-11-18', isWhole: true },
  ...overrides,
})
const buildRow = (overrides: Partial<BatchRow> = {}): BatchRow => ({
  number: 1,
  input: '91990001MA0TE5T16H',
  result: '唯一匹配',
  why: '统一社会信用代码一致',
  company: buildFound(),
  candidates: [],
  isChosen: false,
  ...overrides,
})
const open = buildRow({
  number: 2,
  input: '澜山演示',
  result: '多个候选',
  why: '名称相近，请选择企业',
  company: null,
  candidates: [buildFound(), buildFound({ id: 'c-2', name: '澜岸演示贸易有限公司' })],
})
const pageOf = (...list: BatchRow[]) => ({ list, total: list.length, page: 1, pageSize: 50 })

/** Answers the call that receives a list. The returned list collects the texts and names of the files. */
function answerCreate(data: BatchJob | null, refusal = { code: 0, message: '' }) {
  const sent: { text: string; listName: string | null }[] = []
  server.use(
    http.post(`*${API_BASE}${CREATE_BATCH_PATH}`, async ({ request }) => {
      // Read as text: the forms of jsdom are not those of Node.
      const body = await request.text()
      const partOf = (name: string) =>
        new RegExp(`name="${name}".*?\\r\\n\\r\\n(.*?)\\r\\n--`, 's').exec(body)?.[1] ?? null
      sent.push({ text: partOf('file') ?? '', listName: partOf('listName') })
      return HttpResponse.json({ ...refusal, data })
    }),
  )
  return sent
}

const allowance = { rowsLeft: 50, listsLeft: null }

beforeEach(() => {
  answerHome()
  answer('userDetail', buildUser())
  answer('batchList', { list: [], allowance })
  answer('batchStatus', buildJob())
  answer('batchRows', pageOf(buildRow(), open))
})

const openPage = (path = '/batch', user = buildUser()) => {
  logIn(user)
  return renderApp('/user', path)
}

test('a pasted list is sent as it is, and leads to its results', async () => {
  const sent = answerCreate(buildJob({ listName: null, encoding: null }))
  const { user, arrivesAt } = openPage()
  await user.type(await screen.findByRole('textbox', { name: /企业名称或代码/ }), '澜山演示贸易有限公司')
  await user.click(screen.getByRole('button', { name: '开始查询' }))
  await arrivesAt('/batch?id=b-1')
  expect(sent).toEqual([{ text: '澜山演示贸易有限公司', listName: null }])
})

test('a file is sent with its name, and a refusal is shown beside the form', async () => {
  const sent = answerCreate(null, { code: resultCode.batchUnfit, message: '名单里没有可查询的内容' })
  const { user } = openPage()
  await screen.findByText('今日还可查询 50 行；会员每份 2,000 行，可下载表格')
  await user.upload(screen.getByLabelText('名单文件'), new File(['a'], '客户名单.csv', { type: 'text/csv' }))
  expect((await screen.findByRole('alert')).textContent).toBe('名单里没有可查询的内容')
  expect(sent).toEqual([{ text: 'a', listName: '客户名单.csv' }])
})

test('an empty form and a file of more than 2 MB are not sent', async () => {
  const sent = answerCreate(buildJob())
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '开始查询' }))
  expect(screen.getByRole('alert').textContent).toBe('请粘贴名单，或上传文件')
  await user.upload(screen.getByLabelText('名单文件'), new File(['a'.repeat(2 * 1024 * 1024 + 1)], 'a.csv'))
  expect(screen.getByRole('alert').textContent).toBe('名单不能超过 2 MB')
  expect(sent).toEqual([])
})

test('a row shows its input, what was found, and risks with their date', async () => {
  openPage('/batch?id=b-1')
  const [row] = await screen.findAllByRole('article')
  expect(row?.textContent).toBe(
    '1澜山演示贸易有限公司输入：91990001MA0TE5T16H唯一匹配存续 · 演示东省 · 2018-01-27 · 高 3 中 8 提示 9 · 截至 2026-11-18',
  )
  expect(screen.getByRole('region', { name: '名单' }).textContent).toBe(
    '客户名单.csvGB18030 · 2 行2026-11-26 20:14 完成 · 保留至 2026-12-03',
  )
})

test('a chosen candidate is stored at once', async () => {
  const calls = answer('chooseBatch', buildJob({ counts: { matched: 1, open: 0, chosen: 1, missing: 0, invalid: 0 } }))
  const { user } = openPage('/batch?id=b-1')
  const candidates = within(await screen.findByRole('group', { name: '第 2 行“澜山演示”的候选企业' }))
  answer('batchStatus', buildJob({ counts: { matched: 1, open: 0, chosen: 1, missing: 0, invalid: 0 } }))
  answer('batchRows', pageOf(buildRow(), { ...open, company: buildFound(), isChosen: true, why: '由您从候选中选择' }))
  await user.click(candidates.getByRole('radio', { name: /澜山演示贸易有限公司/ }))
  // The list hides a row until it is measured, which jsdom never does.
  const again = await screen.findByText('重新选择')
  expect(calls.map(({ body }) => body)).toEqual([{ id: 'b-1', number: 2, companyId: 'c-1' }])
  await user.click(again)
  expect(screen.getAllByRole('radio', { checked: true, hidden: true })).toHaveLength(1)
})

test('a list that runs shows how far it is, and can be stopped', async () => {
  answer('batchStatus', buildJob({ state: 'running', done: 1, finishedAt: null }))
  const { user } = openPage('/batch?id=b-1')
  expect((await screen.findByRole('progressbar', { name: '查询进度' })).getAttribute('value')).toBe('1')
  const stopped = buildJob({ state: 'cancelled', done: 1 })
  answer('cancelBatch', stopped)
  answer('batchStatus', stopped)
  await user.click(screen.getByRole('button', { name: '停止查询' }))
  expect(await screen.findByText('已停止，查询了前 1 行，其余 1 行未查询')).toBeTruthy()
})

test('files are for members; others read who has them', async () => {
  openPage('/batch?id=b-1')
  expect(await screen.findByText('会员可下载 CSV 与 XLSX')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下载 XLSX' })).toBeNull()
})

test('a member has both files', async () => {
  answer('userDetail', member)
  openPage('/batch?id=b-1', member)
  expect(await screen.findByRole('button', { name: '下载 XLSX' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'CSV' })).toBeTruthy()
})

test('a list is deleted after a question', async () => {
  const calls = answer('deleteBatch', null)
  const { user, arrivesAt } = openPage('/batch?id=b-1')
  await user.click(await screen.findByRole('button', { name: '删除名单' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await arrivesAt('/batch')
  expect(calls).toHaveLength(1)
})

test('each state of the results differs: none, failed, unknown', async () => {
  answer('batchRows', pageOf())
  const { goTo, user } = openPage('/batch?id=b-1&view=missing')
  expect(await screen.findByText('没有这类结果')).toBeTruthy()
  answerStatus('batchRows', 500)
  await goTo('/batch?id=b-1&view=invalid')
  await waitFor(() => expect(screen.getByText('加载失败')).toBeTruthy(), { timeout: 10_000 })
  answer('batchRows', pageOf(buildRow({ result: '无效', company: null, why: '只有符号，无法查询', input: '（）' })))
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('只有符号，无法查询')).toBeTruthy()
  refuse('batchStatus', resultCode.notFound, '未找到这份名单，可能已删除或超过保留期')
  await goTo('/batch?id=b-2')
  expect(await screen.findByText('未找到这份名单')).toBeTruthy()
})

test('a visitor logs in first', async () => {
  const { arrivesAt } = renderApp('/user', '/batch')
  await arrivesAt('/login')
})
