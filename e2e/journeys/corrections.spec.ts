import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { attachPicture, fillMobile, fillSmsCode } from '../lib/pages.ts'
import { callApi } from '../lib/records.ts'
import { runAdmin, type TestServer } from '../lib/server.ts'
import { companyIdOf, createSession, freshMobile } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const COMPANY = '木岸演示机械制造有限公司'

type RecordUnderTest = { token: string; companyId: string; recordId: string; path: string }

/** The newest current record of the kind, and the path of the form for objecting to it. */
async function recordOf(server: TestServer, kind: string): Promise<RecordUnderTest> {
  const token = await createSession(server)
  const companyId = await companyIdOf(server, token, COMPANY)
  const { list } = await callApi(server, token, `/v1/legalRisk/${kind}/list`, { companyId })
  const rows: Record<string, unknown>[] = Array.isArray(list) ? list : []
  const recordId = String(rows[0]?.['id'])
  const query = new URLSearchParams({ companyId, recordKind: kind, recordId })
  return { token, companyId, recordId, path: `/#/user/feedback?${query.toString()}` }
}

test('an objection without an account marks the record at once, and the record later shows the decision', async ({
  page,
  server,
}) => {
  const { token, companyId, recordId, path } = await recordOf(server, 'executedPerson')
  const mobile = freshMobile()
  await page.goto(path)
  await expect(page.getByText(COMPANY)).toBeVisible()
  await expectAccessible(page, 'form')
  await page.getByRole('button', { name: '非同一主体' }).click()
  await page.getByLabel(/问题与正确内容/).fill('该案的被执行人是同名的另一家企业，统一社会信用代码不同。')
  await page.getByLabel(/我的说明/).fill('我司与该案无关。')
  await page.getByRole('button', { name: '本企业' }).click()
  await attachPicture(page, '判决书.png')
  await fillMobile(page, mobile)
  await fillSmsCode(page, server, mobile)
  await page.getByRole('button', { name: '验证手机号' }).click()
  await expect(page.getByText(/已验证 154\*{4}\d{4}/)).toBeVisible()
  await expect(page.getByAltText('第 1 张，已上传')).toBeVisible()
  await page.getByRole('button', { name: '提交异议' }).click()
  await expect(page.getByRole('heading', { name: '已受理' })).toBeVisible()
  const number = /JC\d{8}-[A-Z0-9]{8}/.exec((await page.textContent('body')) ?? '')?.[0] ?? ''
  await expectAccessible(page, 'receipt')

  await page.getByRole('button', { name: '查进度' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await expectAccessible(page, 'status')
  await expectToFit(page, 'status', [320, 375])

  const list = () => callApi(server, token, '/v1/legalRisk/executedPerson/list', { companyId })
  const before = await list()
  expect(before['counts']).toMatchObject({ current: 0, disputed: 1 })

  expect(runAdmin(server, 'corrections')).toContain(number)
  expect(runAdmin(server, 'corrections', 'show', number)).not.toContain(mobile)
  runAdmin(server, 'corrections', 'decide', number, '--result', '维持', '--note', '执行法院确认为同一企业。')
  await page.reload()
  await expect(page.getByText('执行法院确认为同一企业。').first()).toBeVisible()
  expect((await list())['counts']).toMatchObject({ current: 1, disputed: 0 })

  await signInAs(page, token)
  await page.goto(`/#/legalRisk/executedPersonDetail?id=${recordId}&companyId=${companyId}`)
  await page.reload()
  await expect(page.getByText('执行法院确认为同一企业。')).toBeVisible()
  await expect(page.getByText('我司与该案无关。')).toBeVisible()
})

test('an objection on privacy grounds hides the record at once, and a removal keeps it hidden', async ({
  page,
  server,
}) => {
  const { token, companyId, recordId, path } = await recordOf(server, 'consumptionRestriction')
  await signInAs(page, token)
  await page.goto(path)
  await page.getByRole('button', { name: '涉及个人隐私' }).click()
  await page.getByLabel(/问题与正确内容/).fill('公布的内容涉及与企业无关的个人信息。')
  await page.getByRole('button', { name: '当事人' }).click()
  await expect(page.getByText('提交后先隐藏该记录')).toBeVisible()
  await page.getByRole('button', { name: '提交异议' }).click()
  await expect(page.getByText('该记录已先行隐藏')).toBeVisible()
  const number = /JC\d{8}-[A-Z0-9]{8}/.exec((await page.textContent('body')) ?? '')?.[0] ?? ''
  const isListed = async () => {
    const { list } = await callApi(server, token, '/v1/legalRisk/consumptionRestriction/list', { companyId })
    return JSON.stringify(list).includes(recordId)
  }
  expect(await isListed()).toBe(false)
  runAdmin(server, 'corrections', 'decide', number, '--result', '已移除')
  expect(await isListed()).toBe(false)
  expect(runAdmin(server, 'suppress')).toContain(recordId)

  await page.goto('/#/user/feedback?tab=correction')
  await expect(page.locator(`a[href*="number=${number}"]`)).toContainText('已移除')
  await expectAccessible(page, 'overview')
})

test('a request for newer data counts once and is listed for the operator', async ({ page, server }) => {
  const token = await createSession(server)
  const companyId = await companyIdOf(server, token, COMPANY)
  await signInAs(page, token)
  await page.goto(`/#/company/detail?id=${companyId}&tab=overview`)
  await page.getByRole('button', { name: /申请更新/ }).click()
  await expect(page.getByText(/已有 1 人申请/)).toBeVisible()
  expect(runAdmin(server, 'updates')).toContain(COMPANY)
})
