import { detailKindKeys, listedKindKeys, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail, RecordList } from '@baiqicha/contract/records/record'
import { resultCode } from '@baiqicha/contract/result-codes'
import { mapKeys } from '@baiqicha/contract/routes/record'
import { expect } from 'vitest'
import { numberKeyOf } from '../../src/domain/contacts/contact-value.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { buildRecord, insertRecords } from '../builders/records.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { pageviewBody, reportBody, vitalBody } from '../tracking/events.ts'
import { accountRouteCases } from './account-route-cases.ts'
import { alertRouteCases } from './alerts.ts'
import { call, fillStore, freshMobile, lastCode, requestCode, signIn, type TestApp } from './app.ts'
import { assistantRouteCases } from './assistant.ts'
import { lookUpBatch } from './batch.ts'
import { report } from './feedback.ts'
import { leadMobile } from './leads.ts'
import { badRequest, expectRows, noSession, notFound, ofUser, type RouteCases } from './route-case.ts'

const smsCodeVoid = { status: 200, code: 4104 }

/** Cases of hiding a number and of the undo, each with the code of its own number. */
async function hiddenNumberRouteCases(db: Database, test: TestApp) {
  const [shown, hidden] = [freshMobile(), freshMobile()]
  await db
    .transaction()
    .execute((tx) => testHiddenNumbers.hide(tx, { value: hidden, addedBy: 'operator', reason: '演示' }, 1))
  for (const mobile of [shown, hidden]) await requestCode(test, mobile, { scene: 'hideNumber' })
  const inputOf = (mobile: string) => ({ mobile, smsCode: lastCode(test, mobile) })
  return {
    hideNumber: {
      input: inputOf(shown),
      check: ({ data }) => expect(data).toEqual({ hidden: true }),
      refused: { input: { mobile: freshMobile(), smsCode: '000000' }, ...smsCodeVoid },
    },
    showNumber: {
      input: inputOf(hidden),
      check: ({ data }) => expect(data).toEqual({ hidden: false }),
      refused: { input: { mobile: freshMobile(), smsCode: '000000' }, ...smsCodeVoid },
    },
  } satisfies Partial<RouteCases>
}

const paging = { page: 1, pageSize: 20 }

/** Cases of the list of each kind of record, and of one record of each kind that has a page. */
function recordRouteCases(companyId: string, recordIds: ReadonlyMap<string, string>) {
  return {
    ...mapKeys(listedKindKeys, 'List', (kind) => ({
      input: recordKinds[kind].group === 'overview' ? { id: companyId } : { companyId },
      signedIn: true,
      check: ({ data }: { data: RecordList | null }) =>
        expect(data).toMatchObject({ total: 1, list: [{ recordKind: kind }] }),
      refused: {
        input: { id: 'c-none', companyId: 'c-none' },
        ...(recordKinds[kind].group === 'overview' ? notFound : noSession),
      },
    })),
    ...mapKeys(detailKindKeys, 'Detail', (kind) => ({
      input: { id: recordIds.get(kind) ?? '' },
      signedIn: true,
      check: ({ data }: { data: RecordDetail | null }) => expect(data).toMatchObject({ recordKind: kind, companyId }),
      refused: { input: { id: 'r-none' }, ...noSession },
    })),
  }
}

/** Cases of the calls of feedback, on feedback of the signed-in user. */
function feedbackRouteCases(number: string) {
  return {
    saveFeedback: ofUser(report({ content: '演示：首页的轮播图无法点击。' }), ({ data }) =>
      expect(data?.number).toMatch(/^FB\d{8}-[2-9A-Z]{8}$/),
    ),
    feedbackList: ofUser({}, ({ data }) => expectRows(data ?? [])),
    feedbackDetail: {
      input: { number },
      signedIn: true,
      check: ({ data }) => expect(data).toMatchObject({ number, canAppend: true }),
      // As for a missing number.
      refused: { input: { number }, ...notFound },
    },
    appendFeedback: {
      input: { number, content: '演示：补充一点。' },
      signedIn: true,
      check: ({ data }) => expect(data?.entries).toHaveLength(2),
      refused: { input: { number, content: '演示：补充一点。' }, ...notFound },
    },
  } satisfies Partial<RouteCases>
}

/** Cases of the calls of follows, on a company that the signed-in user follows. */
function followRouteCases(companyId: string) {
  // The limit depends on the level, which other cases change.
  const state = { isFollowed: true, count: 1, limit: expect.any(Number) }
  return {
    followCompany: ofUser({ companyId, group: '客户' }, ({ data }) => expect(data).toEqual(state)),
    unfollowCompany: ofUser({ companyId: 'c-none' }, ({ data }) =>
      expect(data).toEqual({ ...state, isFollowed: false }),
    ),
    renameFollowGroup: ofUser({ from: '演示分组', to: '合作伙伴' }),
    markChangesSeen: ofUser({}),
    followList: ofUser({}, ({ data }) => expectRows(data?.list)),
    followChanges: ofUser({ companyId, page: 1 }, ({ data }) => expect(data).toMatchObject({ list: [], total: 0 })),
  } satisfies Partial<RouteCases>
}

/** Cases of the calls of batches, on a list of the signed-in user with one row of several candidates. */
function batchRouteCases(id: string) {
  return {
    batchList: ofUser({}, ({ data }) => expectRows(data?.list)),
    batchStatus: ofUser({ id }, ({ data }) => expect(data).toMatchObject({ id, state: 'done', total: 1 })),
    batchRows: ofUser({ id }, ({ data }) => expectRows(data?.list)),
    chooseBatch: ofUser({ id, number: 1, companyId: null }, ({ data }) =>
      expect(data?.counts).toMatchObject({ open: 0, chosen: 1 }),
    ),
    cancelBatch: ofUser({ id }, ({ data }) => expect(data?.state).toBe('done')),
    deleteBatch: ofUser({ id }),
  } satisfies Partial<RouteCases>
}

/** Inserts a company with one record of each kind, an account with views and searches, and an objection. */
async function prepareStore(db: Database, test: TestApp) {
  const { app } = test
  const [company, other] = await fillStore(db, test)
  const id = company?.id ?? ''
  const records = recordKindKeys.map((kind) => buildRecord({ kind, subjects: [{ name: company?.name ?? '' }] }))
  const mobile = buildRecord({
    kind: 'contact',
    fields: { value: leadMobile, category: '官网' },
    subjects: [{ name: company?.name ?? '' }],
  })
  await insertRecords(db, [...records, mobile])
  const { token } = await signIn(test)
  const batch = await lookUpBatch(test, token, '云岚')
  await call(app, 'companyDetail', { id }, { token })
  await call(app, 'saveSearchHistory', { companyName: '云岚' }, { token })
  await call(app, 'followCompany', { companyId: id }, { token })
  const objection = {
    companyId: id,
    reason: '信息有误',
    content: '演示：注册资本应为五百万元。',
    claimant: '本企业',
  } as const
  const objected = await call(app, 'submitCorrection', objection, { token })
  const feedbackNumber = (await call(app, 'saveFeedback', report(), { token })).data?.number ?? ''
  const recordIds = new Map(records.map(({ row }) => [row.kind, row.id]))
  return {
    company,
    id,
    otherId: other?.id ?? '',
    recordIds,
    token,
    objection,
    objected,
    number: objected.data?.number ?? '',
    feedbackNumber,
    batchId: batch.id,
  }
}

/** Fills the store and returns a case for every route, and the session that the cases use. */
export async function prepareRouteCases(db: Database, test: TestApp): Promise<{ token: string; cases: RouteCases }> {
  const { company, id, otherId, recordIds, token, objection, objected, number, feedbackNumber, batchId } =
    await prepareStore(db, test)
  const dialInput = { companyId: id, contactId: testHiddenNumbers.contactIdOf(id, numberKeyOf(leadMobile)) }
  const cases: RouteCases = {
    ...recordRouteCases(id, recordIds),
    ...(await accountRouteCases(test)),
    ...(await hiddenNumberRouteCases(db, test)),
    ...(await assistantRouteCases(test, token)),
    saveActions: {
      input: pageviewBody(),
      check: ({ data }) => expect(data).toBeNull(),
      refused: { input: { ...pageviewBody(), data: [] }, ...badRequest },
    },
    saveReport: {
      input: reportBody(),
      check: ({ data }) => expect(data).toBeNull(),
      refused: { input: vitalBody(-1), ...badRequest },
    },
    createReport: ofUser({ companyId: id }, ({ data }) =>
      expect(data).toMatchObject({ companyId: id, state: 'waiting' }),
    ),
    reportList: ofUser({}),
    latestRecord: ofUser({ id, group: 'legalRisk' }, ({ data }) => expect(data?.source.sourceName).toBe('测试来源')),
    riskTimeline: {
      input: { id },
      signedIn: true,
      // The record of the sample has no date.
      check: ({ data }) => expect(data).toEqual([]),
      refused: { input: { id }, ...noSession },
    },
    caseList: ofUser({ id }, ({ data }) => expect(data).toMatchObject({ counts: { current: 6 }, company: { id } })),
    homeConfig: {
      input: {},
      check: ({ data }) => {
        expect(data?.bannerList.map((banner) => banner.jumpType).toSorted()).toEqual([0, 0, 1])
        expect(data?.noticeList).toHaveLength(1)
      },
      refused: badRequest,
    },
    mineConfig: {
      input: {},
      check: ({ data }) => expect(data).toEqual({ noticeList: [], bannerList: [], jumpHosts: [] }),
      refused: badRequest,
    },
    contactConfig: {
      input: {},
      check: ({ data }) => expect(data).toMatchObject({ serviceHours: '工作日 9:00–18:00', email: null }),
      refused: badRequest,
    },
    faq: { input: {}, check: ({ data }) => expectRows(data?.list), refused: badRequest },
    about: {
      input: {},
      check: ({ data }) => expect(data?.version).toMatch(/^\d+\.\d+\.\d+$/),
      refused: badRequest,
    },
    recentRegisterList: { input: {}, check: ({ data }) => expectRows(data ?? []), refused: badRequest },
    recentListingList: {
      input: {},
      check: ({ data }) => expect(data).toEqual({ asOf: null, list: [] }),
      refused: badRequest,
    },
    recentRegisterDetail: {
      input: paging,
      check: ({ data }) => expectRows(data ?? []),
      refused: { input: { page: 0 }, ...badRequest },
    },
    recentBrowseList: ofUser({}, ({ data }) => expectRows(data ?? [])),
    recentBrowseDetail: ofUser(paging, ({ data }) => expectRows(data ?? [])),
    ...feedbackRouteCases(feedbackNumber),
    ...followRouteCases(id),
    ...batchRouteCases(batchId),
    ...(await alertRouteCases(test, token)),
    historyCounts: ofUser({}, ({ data }) => expect(data).toEqual({ viewed: 1, searched: 1 })),
    searchHistory: ofUser({ type: 'search' }, ({ data }) => expectRows(data?.viewHistoryList)),
    saveSearchHistory: ofUser({ companyName: '演示' }),
    companySearch: ofUser({ keyword: '云岚' }, ({ data }) => expectRows(data?.list)),
    requestInclusion: ofUser({ keyword: '云岚演示' }, ({ data }) => expect(data).toEqual({ requests: 1 })),
    companySuggest: {
      input: { keyword: '云岚' },
      signedIn: true,
      check: ({ data }) => expectRows(data?.list),
      refused: { input: { keyword: '' }, status: 200, code: resultCode.keywordEmpty },
    },
    riskSearch: ofUser({ keyword: '云岚' }, ({ data }) =>
      expect(data?.list[0]).toMatchObject({
        riskCounts: { dishonestExecutor: { current: 1, disputed: 0, history: 0 } },
        maxSeverity: '高',
        asOf: '2026-06-30',
      }),
    ),
    debtorSearch: ofUser({ name: '云岚', subjectType: '企业' }, ({ data }) =>
      expect(data).toMatchObject({ connected: true, total: 1 }),
    ),
    personDetail: ofUser({ companyId: id, role: 'legalRepresentative' }, ({ data }) =>
      expect(data?.company).toMatchObject({ id }),
    ),
    filterOptions: {
      input: {},
      check: ({ data }) => {
        expectRows(data?.regions)
        expectRows(data?.industries)
      },
      refused: badRequest,
    },
    coverage: {
      input: {},
      check: ({ data }) => expectRows(data?.groups),
      refused: badRequest,
    },
    companyDetail: {
      input: { id },
      check: ({ data }) => {
        expect(data?.name).toBe(company?.name)
        expect(data?.sections.every((section) => section.counts?.current === 1)).toBe(true)
      },
      refused: { input: { id: 'c-none' }, ...notFound },
    },
    leadSearch: ofUser({ keyword: '' }, ({ data }) => expectRows(data?.list)),
    leadDetail: ofUser({ id }, ({ data }) => expect(data?.contactSummary.mobileCount).toBe(1)),
    dial: ofUser(dialInput, ({ data }) => expect(data?.number).toBe(leadMobile)),
    companyPerspective: {
      input: { id, perspective: 'jobSeeker' },
      check: ({ data }) => expectRows(data?.rows),
      refused: { input: { id: 'c-none', perspective: 'jobSeeker' }, ...notFound },
    },
    companyComparison: {
      input: { ids: `${id},c-none` },
      check: ({ data }) => expectRows(data?.companies),
      refused: { input: { ids: 'c-none,c-other' }, ...notFound },
    },
    ownershipTree: {
      input: { id, direction: 'up' },
      check: ({ data }) => expectRows(data?.rows),
      refused: { input: { id, direction: 'up', depth: 7 }, ...badRequest },
    },
    ultimateHolders: {
      input: { id },
      check: ({ data }) => expectRows(data?.holders),
      refused: { input: { id: 'c-none' }, ...notFound },
    },
    companyGroup: {
      input: { id },
      check: ({ data }) => expect(data?.company.id).toBe(id),
      refused: { input: { id: 'c-none' }, ...notFound },
    },
    relationPaths: ofUser({ from: id, to: otherId }, ({ data }) => expect(data?.from.id).toBe(id)),
    officialChecks: {
      input: { id },
      check: ({ data }) => expectRows(data?.sites),
      refused: { input: { id: 'c-none' }, ...notFound },
    },
    saveOfficialCheck: ofUser({ companyId: id, site: 'register', result: 'none' }, ({ data }) =>
      expect(data?.sites[0]).toMatchObject({ site: 'register', result: 'none' }),
    ),
    businessInfo: {
      input: { id },
      check: ({ data }) => expect(data?.name).toBe(company?.name),
      refused: { input: { id: 'c-none' }, ...notFound },
    },
    correctionSubject: {
      input: { companyId: id },
      check: ({ data }) => expect(data).toMatchObject({ companyName: company?.name, title: '企业登记信息' }),
      refused: { input: { companyId: 'c-none' }, ...notFound },
    },
    submitCorrection: ofUser(objection, ({ data }) =>
      expect(data).toEqual({ ...objected.data, number, effect: 'none' }),
    ),
    correctionStatus: {
      input: { number },
      check: ({ data }) => expect(data).toMatchObject({ number, state: '已受理' }),
      refused: { input: { number: 'JC20260630-22222222' }, ...notFound },
    },
    correctionList: ofUser({}, ({ data }) => expectRows(data ?? [])),
    requestUpdate: ofUser({ companyId: id }, ({ data }) => expect(data).toEqual({ updateRequests: 1 })),
    deleteViewHistory: ofUser({ companyId: id }),
    deleteSearchHistory: ofUser({ id: 's-none' }),
    deleteAllViewHistory: ofUser({}),
    deleteAllSearchHistory: ofUser({}),
  }
  return { token, cases }
}
