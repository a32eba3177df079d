import { envelopeSchema } from '@baiqicha/contract/envelope'
import { mapKeys } from '@baiqicha/contract/map-keys'
import { detailKindKeys, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail, RecordList } from '@baiqicha/contract/records/record'
import { API_BASE, type RouteInput, type RouteKey, routeKeys, routes } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  type Answer,
  call,
  device,
  fillStore,
  freshMobile,
  lastCode,
  openTestApp,
  requestCode,
  signIn,
} from '../../test/app.ts'
import { buildRecord, insertRecords } from '../../test/builders-records.ts'
import { otherPassword, password } from '../../test/credentials.ts'
import { describeDatabases } from '../../test/databases.ts'
import { partners, signedCall } from '../../test/partners.ts'

/** How each route is called with success, what must come back, and how it is refused. */
type Trial<K extends RouteKey> = {
  input: RouteInput<K>
  signedIn?: boolean
  /** Of someone else than all the others: what this call does would be in their way. */
  token?: string
  check?: (answer: Answer<K>) => void
  /** Without an input: the query is spoilt. */
  refused: { input?: RouteInput<K>; status: number; code: number }
}
type Trials = { [K in RouteKey]: Trial<K> }

const paging = { page: 1, pageSize: 20 }
const noSession = { status: 200, code: 403 }
const gone = { status: 200, code: 4040 }
const bad = { status: 400, code: 400 }

async function spoiltQuery(app: FastifyInstance, key: RouteKey) {
  const response = await app.inject({ method: 'GET', url: `${API_BASE}${routes[key].path}?a=%00` })
  return { status: response.statusCode, code: z.parse(envelopeSchema, response.json()).code }
}

const holdsRows = (rows: readonly unknown[] | undefined) => expect(rows?.length).toBeGreaterThan(0)

describeDatabases('every route', (freshDatabase) => {
  it('answers once with success and once with a refusal', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { partners })
    const { app } = test
    const [company] = await fillStore(db, test)
    const id = company?.id ?? ''
    const records = new Map(
      recordKindKeys.map((kind) => [kind, buildRecord({ kind, subjects: [{ name: company?.name ?? '' }] })]),
    )
    await insertRecords(db, [...records.values()])
    const { token } = await signIn(test)
    await call(app, 'companyDetail', { id }, { token })
    await call(app, 'saveSearchHistory', { companyName: '云岚' }, { token })

    const captcha = await call(app, 'captcha', {})
    const captchaId = captcha.data?.captchaId ?? ''
    const captchaCode = test.captchas.get(captchaId) ?? ''
    const mobile = freshMobile()
    await requestCode(test, mobile)
    const leaving = await signIn(test)
    const [leavingDevice] = (await call(app, 'devices', {}, { token: leaving.token })).data?.list ?? []
    const loggingOut = await signIn(test)
    const closingMobile = freshMobile()
    const closing = await signIn(test, closingMobile)
    await requestCode(test, '', { scene: 'deactivate', token: closing.token })
    const newcomer = freshMobile()
    await requestCode(test, newcomer, { scene: 'register' })
    const registration = { mobile: newcomer, smsCode: lastCode(test, newcomer), password, ...device }
    await requestCode(test, newcomer, { scene: 'resetPassword' })
    const reset = { mobile: newcomer, smsCode: lastCode(test, newcomer), password: otherPassword }
    const ticketCall = signedCall(test)
    const proving = freshMobile()
    await requestCode(test, proving, { scene: 'correction' })
    const objection = {
      companyId: id,
      reason: '信息有误',
      content: '演示：注册资本应为五百万元。',
      claimant: '本企业',
    } as const
    const objected = await call(app, 'submitCorrection', objection, { token })
    const number = objected.data?.number ?? ''

    const recordTrials = {
      ...mapKeys(recordKindKeys, 'List', (kind) => ({
        input: recordKinds[kind].group === 'overview' ? { id } : { companyId: id },
        signedIn: true,
        check: ({ data }: { data: RecordList | null }) =>
          expect(data).toMatchObject({ total: 1, list: [{ recordKind: kind }] }),
        refused: {
          input: { id: 'c-none', companyId: 'c-none' },
          ...(recordKinds[kind].group === 'overview' ? gone : noSession),
        },
      })),
      ...mapKeys(detailKindKeys, 'Detail', (kind) => ({
        input: { id: records.get(kind)?.row.id ?? '' },
        signedIn: true,
        check: ({ data }: { data: RecordDetail | null }) =>
          expect(data).toMatchObject({ recordKind: kind, companyId: id }),
        refused: { input: { id: 'r-none' }, ...noSession },
      })),
    }

    const trials: Trials = {
      ...recordTrials,
      latestRecord: {
        input: { id, group: 'legalRisk' },
        signedIn: true,
        check: ({ data }) => expect(data?.source.sourceName).toBe('测试来源'),
        refused: { input: { id, group: 'legalRisk' }, ...noSession },
      },
      homeConfig: {
        input: {},
        check: ({ data }) => {
          expect(data?.bannerList.map((banner) => banner.jumpType).toSorted()).toEqual([0, 1, 2])
          expect(data?.noticeList).toHaveLength(1)
        },
        refused: bad,
      },
      recentRegisterList: { input: {}, check: ({ data }) => holdsRows(data ?? []), refused: bad },
      recentRegisterDetail: {
        input: paging,
        check: ({ data }) => holdsRows(data ?? []),
        refused: { input: { page: 0 }, ...bad },
      },
      recentBrowseList: {
        input: {},
        signedIn: true,
        check: ({ data }) => holdsRows(data ?? []),
        refused: { input: {}, ...noSession },
      },
      recentBrowseDetail: {
        input: paging,
        signedIn: true,
        check: ({ data }) => holdsRows(data ?? []),
        refused: { input: paging, ...noSession },
      },
      searchHistory: {
        input: { type: 'search' },
        signedIn: true,
        check: ({ data }) => holdsRows(data?.viewHistoryList),
        refused: { input: { type: 'search' }, ...noSession },
      },
      saveSearchHistory: {
        input: { companyName: '演示' },
        signedIn: true,
        refused: { input: { companyName: '演示' }, ...noSession },
      },
      userDetail: {
        input: {},
        signedIn: true,
        check: ({ data }) => expect(data?.phoneMasked).toMatch(/^138\*{4}\d{4}$/),
        refused: { input: {}, ...noSession },
      },
      captcha: {
        input: {},
        check: ({ data }) => expect(data?.image).toMatch(/^data:image\/png;base64,/),
        refused: bad,
      },
      sendSmsCode: {
        input: { mobile: freshMobile(), scene: 'login', captchaId, captchaCode, ...device },
        refused: {
          input: { mobile: '123', scene: 'login', captchaId, captchaCode, ...device },
          status: 200,
          code: 4101,
        },
      },
      loginBySmsCode: {
        input: { mobile, smsCode: lastCode(test, mobile), ...device },
        check: ({ data }) => expect(data?.isFirstLogin).toBe(true),
        refused: { input: { mobile, smsCode: '000000', ...device }, status: 200, code: 4104 },
      },
      register: {
        input: registration,
        check: ({ data }) => expect(data?.isFirstLogin).toBe(true),
        refused: { input: registration, status: 200, code: 4104 },
      },
      loginByPassword: {
        input: { mobile: newcomer, password, ...device },
        check: ({ data }) => expect(data?.userDetail.loginMethods).toContain('password'),
        refused: { input: { mobile: newcomer, password: otherPassword, ...device }, status: 200, code: 4107 },
      },
      resetPassword: {
        input: reset,
        check: ({ data }) => expect(data).toBeNull(),
        refused: { input: reset, status: 200, code: 4104 },
      },
      deactivate: {
        input: { smsCode: lastCode(test, closingMobile) },
        signedIn: true,
        token: closing.token,
        refused: { input: { smsCode: '000000' }, ...noSession },
      },
      revokeDeactivation: { input: {}, signedIn: true, refused: { input: {}, ...noSession } },
      devices: {
        input: {},
        signedIn: true,
        check: ({ data }) => expect(data?.list).toMatchObject([{ isCurrent: true }]),
        refused: { input: {}, ...noSession },
      },
      signOutDevice: {
        input: { id: leavingDevice?.id ?? '' },
        signedIn: true,
        token: leaving.token,
        refused: { input: { id: 'd-none' }, ...noSession },
      },
      signOutOtherDevices: {
        input: {},
        signedIn: true,
        check: ({ data }) => expect(data?.signedOut).toBe(0),
        refused: { input: {}, ...noSession },
      },
      externalTicket: {
        input: ticketCall,
        check: ({ data }) => expect(data?.token).toHaveLength(43),
        refused: { input: { ...ticketCall, source: 'bank' }, status: 200, code: 4116 },
      },
      agree: {
        input: { agreementVersion: device.agreementVersion },
        signedIn: true,
        refused: { input: { agreementVersion: device.agreementVersion }, ...noSession },
      },
      companySearch: {
        input: { keyword: '云岚' },
        signedIn: true,
        check: ({ data }) => holdsRows(data?.list),
        refused: { input: { keyword: '云岚' }, ...noSession },
      },
      companySuggest: {
        input: { keyword: '云岚' },
        signedIn: true,
        check: ({ data }) => holdsRows(data?.list),
        refused: { input: { keyword: '云岚' }, ...noSession },
      },
      riskSearch: {
        input: { keyword: '云岚' },
        signedIn: true,
        check: ({ data }) =>
          expect(data?.list[0]).toMatchObject({
            riskCounts: { dishonestExecutor: { current: 1, disputed: 0, history: 0 } },
            maxSeverity: '高',
            asOf: '2026-06-30',
          }),
        refused: { input: { keyword: '云岚' }, ...noSession },
      },
      filterOptions: {
        input: {},
        check: ({ data }) => {
          holdsRows(data?.regions)
          holdsRows(data?.industries)
        },
        refused: bad,
      },
      careerIndustryList: { input: {}, check: ({ data }) => holdsRows(data?.careerList), refused: bad },
      saveIndustryCareer: {
        input: { careerIdStr: 'jobSeeker', industryIdStr: 'software' },
        signedIn: true,
        check: ({ data }) => expect(data?.isNew).toBe(true),
        refused: { input: { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, ...noSession },
      },
      saveCareer: {
        input: { careerIdStr: 'owner' },
        signedIn: true,
        refused: { input: { careerIdStr: 'owner' }, ...noSession },
      },
      saveIndustry: {
        input: { industryIdStr: '' },
        signedIn: true,
        refused: { input: { industryIdStr: '' }, ...noSession },
      },
      saveNickname: {
        input: { nickname: '澜山' },
        signedIn: true,
        refused: { input: { nickname: '澜山' }, ...noSession },
      },
      agreementList: { input: {}, check: ({ data }) => holdsRows(data?.list), refused: bad },
      agreement: {
        input: { type: 'privacy_policy' },
        check: ({ data }) => holdsRows(data?.content),
        refused: bad,
      },
      coverage: {
        input: {},
        check: ({ data }) => holdsRows(data?.sources),
        refused: bad,
      },
      companyDetail: {
        input: { id },
        check: ({ data }) => {
          expect(data?.name).toBe(company?.name)
          expect(data?.sections.every((section) => section.counts?.current === 1)).toBe(true)
        },
        refused: { input: { id: 'c-none' }, status: 200, code: 4040 },
      },
      businessInfo: {
        input: { id },
        check: ({ data }) => expect(data?.name).toBe(company?.name),
        refused: { input: { id: 'c-none' }, status: 200, code: 4040 },
      },
      correctionSubject: {
        input: { companyId: id },
        check: ({ data }) => expect(data).toMatchObject({ companyName: company?.name, title: '企业登记信息' }),
        refused: { input: { companyId: 'c-none' }, status: 200, code: 4040 },
      },
      proveContact: {
        input: { mobile: proving, smsCode: lastCode(test, proving) },
        check: ({ data }) => expect(data?.mobileMasked).toMatch(/^138\*{4}\d{4}$/),
        refused: { input: { mobile: proving, smsCode: '000000' }, status: 200, code: 4104 },
      },
      submitCorrection: {
        input: objection,
        signedIn: true,
        check: ({ data }) => expect(data).toEqual({ ...objected.data, number, effect: 'none' }),
        refused: { input: objection, ...noSession },
      },
      correctionStatus: {
        input: { number },
        check: ({ data }) => expect(data).toMatchObject({ number, state: '已受理' }),
        refused: { input: { number: 'JC20260630-22222222' }, status: 200, code: 4040 },
      },
      correctionList: {
        input: {},
        signedIn: true,
        check: ({ data }) => holdsRows(data ?? []),
        refused: { input: {}, ...noSession },
      },
      requestUpdate: {
        input: { companyId: id },
        signedIn: true,
        check: ({ data }) => expect(data).toEqual({ updateRequests: 1 }),
        refused: { input: { companyId: id }, ...noSession },
      },
      deleteViewHistory: {
        input: { companyId: id },
        signedIn: true,
        refused: { input: { companyId: id }, ...noSession },
      },
      deleteSearchHistory: {
        input: { id: 's-none' },
        signedIn: true,
        refused: { input: { id: 's-none' }, ...noSession },
      },
      deleteAllViewHistory: { input: {}, signedIn: true, refused: { input: {}, ...noSession } },
      deleteAllSearchHistory: { input: {}, signedIn: true, refused: { input: {}, ...noSession } },
      logout: { input: {}, signedIn: true, token: loggingOut.token, refused: { input: {}, ...noSession } },
    }

    const tryRoute = async <K extends RouteKey>(key: K, trial: Trial<K>) => {
      const answer = await call(app, key, trial.input, trial.signedIn ? { token: trial.token ?? token } : {})
      expect.soft({ key, status: answer.status, code: answer.code }).toEqual({ key, status: 200, code: 0 })
      trial.check?.(answer)
      const { input, status, code } = trial.refused
      const refusal = input === undefined ? await spoiltQuery(app, key) : await call(app, key, input)
      expect.soft({ key, status: refusal.status, code: refusal.code }).toEqual({ key, status, code })
    }
    for (const key of routeKeys) await tryRoute(key, trials[key])
    await app.close()
  })
})
