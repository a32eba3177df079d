import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import '../../ui/confirm-alert.tsx'
import '../../ui/sheet-dialog.tsx'
import { answerHome } from '../../../test/home-answers.ts'
import { buildCareerIndustry } from '../../../test/membership-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, hold, refuse, server } from '../../../test/server.ts'
import { useSessionStore } from '../../platform/session/session-store.ts'

const career = (index: number, name: string) => ({ id: `career-${index}`, name })
const full = buildUser({
  nickname: '演示甲',
  careerList: [career(1, '求职者'), career(2, '企业法务'), career(3, '企业主')],
  loginMethods: ['sms', 'password'],
})

beforeEach(() => {
  answerHome()
  answer('careerIndustryList', buildCareerIndustry())
  answer('wechatLink', { isLinked: false })
})

const openPage = (user = full) => {
  logIn(user)
  answer('userDetail', user)
  return renderApp('/user', '/user/info')
}
const group = (name: string) => within(screen.getByRole('region', { name }))
const sheet = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

test('redirects a visitor to login and back', async () => {
  const { arrivesAt } = renderApp('/user', '/user/info')
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('"/user/info"')
})

/** Logs in a user whose account is not loaded yet. */
function logInUnknown() {
  logIn()
  useSessionStore.setState({ userInfo: null })
}

test('shows a skeleton while the account loads', async () => {
  const { release } = hold('userDetail', full)
  logInUnknown()
  renderApp('/user/info')
  await screen.findByText('正在加载')
  release()
  expect(await screen.findByText('演示甲')).toBeTruthy()
})

test('shows the error of a failed request and retries', async () => {
  answerStatus('userDetail', 503)
  logInUnknown()
  const { user } = renderApp('/user/info')
  await screen.findByText('服务不可用')
  answer('userDetail', full)
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('演示甲')).toBeTruthy()
})

test('shows nickname, masked number, login methods and date of registration', async () => {
  openPage()
  const card = within(await screen.findByRole('region', { name: '账号资料' }))
  expect(card.getByRole('button', { name: '昵称演示甲' })).toBeTruthy()
  expect(card.getByText('138****0000')).toBeTruthy()
  expect(card.getByText('短信验证码、密码')).toBeTruthy()
  expect(card.getByText('2026-11-20')).toBeTruthy()
})

test('states which version of the agreements is accepted', async () => {
  openPage()
  expect(await screen.findByRole('link', { name: /^已同意协议\s*2026-11-22 版/ })).toBeTruthy()
})

test('saves a nickname without surrounding spaces and reloads it', async () => {
  const saves = answer('saveNickname', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '昵称演示甲' }))
  const form = await sheet('昵称')
  answer('userDetail', { ...full, nickname: '演示乙' })
  await user.clear(form.getByLabelText('昵称'))
  await user.type(form.getByLabelText('昵称'), ' 演示乙 {Enter}')
  expect(await screen.findByRole('button', { name: '昵称演示乙' })).toBeTruthy()
  expect(saves.map((call) => call.body)).toEqual([{ nickname: '演示乙' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an empty nickname deletes it', async () => {
  const saves = answer('saveNickname', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '昵称演示甲' }))
  const form = await sheet('昵称')
  answer('userDetail', { ...full, nickname: null })
  await user.clear(form.getByLabelText('昵称'))
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await screen.findByRole('button', { name: '昵称未设置' })).toBeTruthy()
  expect(saves.map((call) => call.body)).toEqual([{ nickname: '' }])
})

test.each(['甲', '😀', '演'.repeat(21)])(
  'the nickname %s has not 2 to 20 characters and is not sent',
  async (nickname) => {
    const saves = answer('saveNickname', null)
    const { user } = openPage()
    await user.click(await screen.findByRole('button', { name: '昵称演示甲' }))
    const form = await sheet('昵称')
    await user.clear(form.getByLabelText('昵称'))
    await user.type(form.getByLabelText('昵称'), nickname)
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(form.getByRole('alert').textContent).toBe('昵称为 2–20 个字')
    expect(saves).toEqual([])
  },
)

test("shows the server's rejection of a nickname at the field and keeps the sheet open", async () => {
  refuse('saveNickname', 4113, '昵称不能含有不可见字符')
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '昵称演示甲' }))
  const form = await sheet('昵称')
  await user.type(form.getByLabelText('昵称'), '乙')
  await user.click(form.getByRole('button', { name: '保存' }))
  expect((await form.findByRole('alert')).textContent).toBe('昵称不能含有不可见字符')
})

test('shows the chosen identities and industries, or 未选择', async () => {
  openPage()
  await screen.findByRole('region', { name: '身份' })
  const chosen = group('身份')
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(chosen).toEqual(['求职者', '企业法务', '企业主'])
  expect(group('行业').getByText('未选择')).toBeTruthy()
  expect(group('行业').queryByRole('button', { name: '删除行业' })).toBeNull()
})

test.each([
  ['身份', '销售', '身份最多选择三个', 'saveCareer'],
  ['行业', '建筑业', '每项最多选择三个', 'saveIndustry'],
] as const)('a fourth choice of %s shows %s', async (title, fourth, sentence, route) => {
  const { user } = openPage({
    ...full,
    industryList: [1, 2, 3].map((index) => ({ id: `industry-${index}`, name: `行业${index}` })),
  })
  const saves = answer(route, null)
  await user.click(await screen.findByRole('button', { name: `编辑${title}` }))
  const options = await sheet(new RegExp(title))
  await user.click(await options.findByRole('button', { name: fourth }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(options.getByRole('button', { name: fourth }).getAttribute('aria-pressed')).toBe('false')
  await user.click(options.getByRole('button', { name: '保存 3 项' }))
  await waitFor(() => expect(saves).toHaveLength(1))
})

test('saves identities as ids joined by commas and discards unsaved choices', async () => {
  const saves = answer('saveCareer', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '编辑身份' }))
  const first = await sheet(/身份/)
  await user.click(await first.findByRole('button', { name: '求职者' }))
  await user.click(first.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: '编辑身份' }))
  const again = await sheet(/身份/)
  await user.click(await again.findByRole('button', { name: '企业法务' }))
  await user.click(again.getByRole('button', { name: '保存 2 项' }))
  await waitFor(() => expect(saves.map((call) => call.body)).toEqual([{ careerIdStr: 'career-1,career-3' }]))
})

test('deletes identities after a confirmation', async () => {
  const saves = answer('saveCareer', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '删除身份' }))
  answer('userDetail', { ...full, careerList: [] })
  const question = within(await screen.findByRole('alertdialog', { name: '删除身份？' }))
  await user.click(question.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(group('身份').getByText('未选择')).toBeTruthy())
  expect(saves.map((call) => call.body)).toEqual([{ careerIdStr: '' }])
})

test('shows the error of options that fail to load and retries', async () => {
  answerStatus('careerIndustryList', 503)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '编辑身份' }))
  const options = await sheet('身份')
  await options.findByText('服务不可用')
  answer('careerIndustryList', buildCareerIndustry())
  await user.click(options.getByRole('button', { name: '重试' }))
  expect(await options.findByRole('button', { name: '采购' })).toBeTruthy()
})

test('withdrawing consent explains the consequences and links to 注销账户', async () => {
  const { user, arrivesAt } = openPage()
  await user.click(await screen.findByRole('button', { name: '撤回同意' }))
  const words = await sheet('撤回同意')
  expect(words.getByText(/7 天的撤销期/)).toBeTruthy()
  await user.click(words.getByRole('button', { name: '前往注销账户' }))
  await arrivesAt('/user/logout')
})

/** Answers the export with an archive, or with a refusal; collects the requests. */
function answerExport(refusal?: { code: number; message: string }) {
  const calls: { format: string | null; smsCode: string | null }[] = []
  server.use(
    http.get(`*${API_BASE}${exceptions.exportData.path}`, ({ request }) => {
      calls.push({
        format: new URL(request.url).searchParams.get('format'),
        smsCode: request.headers.get('sms-code'),
      })
      if (refusal !== undefined) return HttpResponse.json({ ...refusal, data: null })
      return new HttpResponse('archive', { headers: { 'content-type': 'application/zip' } })
    }),
  )
  return calls
}

function collectSavedFiles() {
  const files: Blob[] = []
  URL.createObjectURL = vi.fn((file: Blob) => {
    files.push(file)
    return 'blob:1'
  })
  URL.revokeObjectURL = vi.fn()
  HTMLAnchorElement.prototype.click = vi.fn()
  return files
}

async function openExport(user = full) {
  const app = openPage(user)
  await app.user.click(await screen.findByRole('button', { name: /导出我的数据/ }))
  return { ...app, words: await sheet('导出我的数据') }
}

test('the export saves the archive of the server in the chosen format', async () => {
  const files = collectSavedFiles()
  const calls = answerExport()
  const { user, words } = await openExport()
  await user.click(words.getByRole('button', { name: 'CSV 表格' }))
  await user.click(words.getByRole('button', { name: '导出' }))
  await screen.findByText('已导出')
  expect(calls).toEqual([{ format: 'csv', smsCode: null }])
  expect(await files[0]?.text()).toBe('archive')
})

test('the export of a session that a partner opened sends the SMS code', async () => {
  collectSavedFiles()
  const calls = answerExport()
  const { user, words } = await openExport(buildUser({ loginSource: 'shop' }))
  await user.click(words.getByRole('button', { name: '导出' }))
  expect(calls).toEqual([])
  await user.type(words.getByRole('textbox', { name: '短信验证码' }), '123456')
  await user.click(words.getByRole('button', { name: '导出' }))
  await screen.findByText('已导出')
  expect(calls).toEqual([{ format: 'json', smsCode: '123456' }])
})

test('a refused export shows the sentence of the server and creates no file', async () => {
  const files = collectSavedFiles()
  answerExport({ code: 429, message: '今日导出次数已达上限，请 60 秒后重试' })
  const { user, words } = await openExport()
  await user.click(words.getByRole('button', { name: '导出' }))
  await screen.findByText('今日导出次数已达上限，请 60 秒后重试')
  expect(files).toEqual([])
})

test('a failed export shows its error and creates no file', async () => {
  const files = collectSavedFiles()
  server.use(http.get(`*${API_BASE}${exceptions.exportData.path}`, () => HttpResponse.error()))
  const { user, words } = await openExport()
  await user.click(words.getByRole('button', { name: '导出' }))
  expect(await screen.findByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
  expect(files).toEqual([])
})

test('ends the link to WeChat after a confirmation', async () => {
  answer('wechatLink', { isLinked: true })
  const unlinks = answer('unlinkWechat', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: /微信.*已关联/ }))
  answer('wechatLink', { isLinked: false })
  await user.click(await screen.findByRole('button', { name: '解除关联' }))
  await waitFor(() => expect(screen.queryByText('已关联')).toBeNull())
  expect(unlinks).toHaveLength(1)
})
