import type { RouteInput } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { anotherCode, otherPassword } from '../../test/account/accounts.ts'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import {
  call,
  device,
  freshMobile,
  lastCode,
  openTestApp,
  shippedLimits,
  signIn,
  solveCaptcha,
  type TestApp,
  withLimits,
} from '../../test/http/app.ts'
import { sendBatch } from '../../test/http/batch.ts'
import { report } from '../../test/http/feedback.ts'
import { leadLandline, openLeads } from '../../test/http/leads.ts'
import { importRecords } from '../../test/importers/import-records.ts'
import { pageviewBatch, pageviewBody, reportBody } from '../../test/tracking/events.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Reply = { code: number; message: string; headers: Record<string, unknown> }
/** One attempt of the first or the second caller. */
type Try = (who: 0 | 1) => Promise<Reply>

type Row = {
  what: string
  count: number
  perMs: number
  /** Number of attempts when a shorter limit of the same kind would refuse first. */
  everyMs?: number
  /** Text before the wait in the message. */
  says: string
  /** Set when all callers share one bucket. */
  isForAll?: boolean
  begin: (test: TestApp) => Try | Promise<Try>
}

let addresses = 0
/** An address without earlier calls. */
const freshAddress = () => `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`
let devices = 0
const freshDevice = () => `device-${++devices}`

/** Requests a code with a captcha solved from another address, so that only the tested limit counts. */
async function requestSmsCode(test: TestApp, mobile: string, remoteAddress = freshAddress(), deviceId = freshDevice()) {
  const captcha = await solveCaptcha(test, { remoteAddress: freshAddress() })
  const form = { mobile, scene: 'login', ...captcha, ...device, deviceId } as const
  return call(test.app, 'sendSmsCode', form, { remoteAddress })
}

/** Attempts of two callers, each with a value of its own. */
const ofEach =
  (fresh: () => string, act: (test: TestApp, own: string) => Promise<Reply>) =>
  (test: TestApp): Try => {
    const own = [fresh(), fresh()] as const
    return (who) => act(test, own[who])
  }
const perMobile = ofEach(freshMobile, requestSmsCode)
const perAddress = ofEach(freshAddress, (test, own) => requestSmsCode(test, freshMobile(), own))
const perDevice = ofEach(freshDevice, (test, own) => requestSmsCode(test, freshMobile(), freshAddress(), own))

const freshGuesser = () => ({ mobile: freshMobile(), guessed: 5, sentAt: 0 })

/** Makes wrong guesses at a valid code, requesting one when there is none. */
function guessCodes(test: TestApp, addressOf: () => string): Try {
  const people = [freshGuesser(), freshGuesser()] as const
  return async (who) => {
    const person = people[who]
    const { mobile } = person
    if (person.guessed === 5 || test.clock.time - person.sentAt >= 5 * MINUTE) {
      await requestSmsCode(test, mobile)
      Object.assign(person, { guessed: 0, sentAt: test.clock.time })
    }
    person.guessed += 1
    const form = { mobile, smsCode: anotherCode(lastCode(test, mobile)), ...device }
    return call(test.app, 'loginBySmsCode', form, { remoteAddress: addressOf() })
  }
}

const tryPassword = ({ app }: TestApp, mobile: string, remoteAddress: string) =>
  call(app, 'loginByPassword', { mobile, password: otherPassword, ...device }, { remoteAddress })

let wechatUsers = 0
/** A login of a WeChat user whom the service does not know. */
const logInByWechat = ({ app }: TestApp, remoteAddress: string) =>
  call(app, 'loginByWechatCode', { code: `user-${++wechatUsers}`, deviceId: freshDevice() }, { remoteAddress })

/** Calls with the session of either caller. */
const signedIn =
  (act: (test: TestApp, token: string, turn: number) => Promise<Reply>) =>
  async (test: TestApp): Promise<Try> => {
    const tokens = [(await signIn(test)).token, (await signIn(test, freshMobile(), elsewhere())).token] as const
    let turn = 0
    return (who) => act(test, tokens[who], ++turn)
  }
const elsewhere = () => ({ remoteAddress: freshAddress() })

const detail: RouteInput<'companyDetail'> = { id: 'c-none' }

const table: Row[] = [
  { what: 'SMS per number', count: 1, perMs: MINUTE, says: '验证码发送过于频繁，请', begin: perMobile },
  {
    what: 'SMS per number',
    count: 5,
    perMs: HOUR,
    everyMs: MINUTE,
    says: '验证码发送过于频繁，请',
    begin: perMobile,
  },
  {
    what: 'SMS per number',
    count: 10,
    perMs: DAY,
    everyMs: HOUR / 5,
    says: '该手机号今日发送次数已达上限，请',
    begin: perMobile,
  },
  { what: 'SMS per address', count: 20, perMs: HOUR, says: '当前网络发送验证码过于频繁，请', begin: perAddress },
  {
    what: 'SMS per address',
    count: 60,
    perMs: DAY,
    everyMs: HOUR / 20,
    says: '当前网络今日发送次数已达上限，请',
    begin: perAddress,
  },
  { what: 'SMS per device', count: 10, perMs: DAY, says: '当前设备今日发送次数已达上限，请', begin: perDevice },
  {
    what: 'SMS of the whole service',
    count: 120,
    perMs: MINUTE,
    says: '当前获取验证码人数较多，请',
    isForAll: true,
    begin: (test) => () => requestSmsCode(test, freshMobile()),
  },
  {
    what: 'wrong SMS codes per number and address',
    count: 10,
    perMs: DAY,
    everyMs: 30 * SECOND,
    says: '当前网络今日验证码错误次数已达上限，请改用密码登录，或',
    begin: (test) => {
      const own = freshAddress()
      return guessCodes(test, () => own)
    },
  },
  {
    what: 'wrong SMS codes per number',
    count: 30,
    perMs: DAY,
    everyMs: 50 * SECOND,
    says: '该手机号今日验证码错误次数已达上限，请改用密码登录，或',
    begin: (test) => guessCodes(test, freshAddress),
  },
  {
    what: 'wrong passwords per address',
    count: 30,
    perMs: 5 * MINUTE,
    says: '当前网络登录失败次数过多，请改用验证码登录，或',
    begin: ofEach(freshAddress, (test, own) => tryPassword(test, freshMobile(), own)),
  },
  {
    what: 'captchas per address',
    count: 30,
    perMs: MINUTE,
    says: '图形验证码刷新过于频繁，请',
    begin: ofEach(freshAddress, (test, own) => call(test.app, 'captcha', {}, { remoteAddress: own })),
  },
  {
    what: 'logins through WeChat per address',
    count: 30,
    perMs: 5 * MINUTE,
    says: '当前网络微信登录过于频繁，请使用短信验证码，或',
    begin: ofEach(freshAddress, (test, own) => logInByWechat(test, own)),
  },
  {
    what: 'bindings of WeChat users per number',
    count: 5,
    perMs: HOUR,
    says: '该手机号微信登录过于频繁，请使用短信验证码，或',
    begin: ofEach(freshMobile, async (test, mobile) => {
      const { data } = await logInByWechat(test, freshAddress())
      const bindToken = data !== null && 'bindToken' in data ? data.bindToken : ''
      return call(test.app, 'bindWechatPhone', { ...device, bindToken, phoneCode: `phone-${mobile}` }, elsewhere())
    }),
  },
  {
    what: 'signatures of pages per address',
    count: 60,
    perMs: MINUTE,
    says: '打开页面过于频繁，请',
    begin: ofEach(freshAddress, (test, own) =>
      call(test.app, 'jsConfig', { url: 'https://www.example.com/' }, { remoteAddress: own }),
    ),
  },
  {
    what: 'searches and lists per user',
    count: 300,
    perMs: 5 * MINUTE,
    says: '查询过于频繁，请',
    begin: signedIn(({ app }, token, turn) => {
      if (turn % 3 === 0) return call(app, 'recentBrowseList', {}, { token })
      if (turn % 3 === 1) return call(app, 'searchHistory', { type: 'search' }, { token })
      return call(app, 'companySearch', { keyword: '云岚' }, { token })
    }),
  },
  {
    what: 'suggestions per user',
    count: 900,
    perMs: 5 * MINUTE,
    says: '输入过于频繁，请',
    begin: signedIn(({ app }, token) => call(app, 'companySuggest', { keyword: '云岚' }, { token })),
  },
  {
    what: 'suggestions to visitors per address',
    count: 300,
    perMs: 5 * MINUTE,
    says: '输入过于频繁，请登录，或',
    begin: ofEach(freshAddress, (test, own) =>
      call(test.app, 'companySuggest', { keyword: '云岚' }, { remoteAddress: own }),
    ),
  },
  {
    what: 'company pages per user',
    count: 2_000,
    perMs: DAY,
    says: '今日查看企业次数已达上限，请',
    begin: signedIn(({ app }, token) => call(app, 'companyDetail', detail, { token })),
  },
  {
    what: 'company pages of visitors per address',
    count: 60,
    perMs: HOUR,
    says: '未登录可查看的企业数已达上限，请登录，或',
    begin: ofEach(freshAddress, (test, own) => call(test.app, 'companyDetail', detail, { remoteAddress: own })),
  },
  {
    what: 'persons per user',
    count: 50,
    perMs: DAY,
    says: '今日查询人员次数已达上限，请',
    begin: signedIn(({ app }, token, turn) => {
      const name = `演示${String.fromCodePoint(0x4e00 + turn)}`
      return call(app, 'debtorSearch', { name, subjectType: '自然人' }, { token })
    }),
  },
  {
    what: 'lists for 批量查询 per user',
    count: 20,
    perMs: HOUR,
    says: '提交名单过于频繁，请',
    // Refused without a row, which counts all the same.
    begin: signedIn((test, token) => sendBatch(test, token, '')),
  },
  {
    what: 'feedback per user',
    count: 5,
    perMs: HOUR,
    says: '提交反馈过于频繁，请',
    begin: signedIn(({ app }, token, turn) =>
      call(app, 'saveFeedback', report({ content: `演示：第 ${turn} 条反馈的内容。` }), { token }),
    ),
  },
  {
    what: 'feedback of visitors per address',
    count: 3,
    perMs: HOUR,
    says: '当前网络提交反馈过于频繁，请登录，或',
    begin: (test) => {
      const own = [freshAddress(), freshAddress()] as const
      let turn = 0
      return async (who) => {
        const captcha = await solveCaptcha(test, elsewhere())
        const form = report({ content: `演示：第 ${++turn} 条反馈的内容。`, ...captcha })
        return call(test.app, 'saveFeedback', form, { remoteAddress: own[who] })
      }
    },
  },
  {
    what: 'looks at corrections per address',
    count: 60,
    perMs: 10 * MINUTE,
    says: '查询进度过于频繁，请',
    begin: ofEach(freshAddress, (test, own) =>
      call(test.app, 'correctionStatus', { number: 'JC20260630-22222222' }, { remoteAddress: own }),
    ),
  },
  {
    what: 'tracked events per address',
    count: 120,
    perMs: MINUTE,
    says: '上报过于频繁，请',
    begin: ofEach(freshAddress, (test, own) =>
      call(test.app, 'saveActions', pageviewBody({ deviceId: freshDevice() }), { remoteAddress: own }),
    ),
  },
  {
    what: 'batches of ten tracked events per address',
    count: 12,
    perMs: MINUTE,
    says: '上报过于频繁，请',
    begin: ofEach(freshAddress, (test, own) =>
      call(test.app, 'saveActions', pageviewBatch(10, { deviceId: freshDevice() }), { remoteAddress: own }),
    ),
  },
  {
    what: 'batches of ten tracked events per device',
    count: 12,
    perMs: MINUTE,
    says: '上报过于频繁，请',
    begin: ofEach(freshDevice, (test, own) =>
      call(test.app, 'saveActions', pageviewBatch(10, { deviceId: own }), elsewhere()),
    ),
  },
  {
    what: 'client reports per address',
    count: 10,
    perMs: MINUTE,
    says: '上报过于频繁，请',
    begin: ofEach(freshAddress, (test, own) => call(test.app, 'saveReport', reportBody(), { remoteAddress: own })),
  },
  {
    what: 'shared answers per address',
    count: 60,
    perMs: HOUR,
    says: '打开分享过于频繁，请',
    begin: ofEach(freshAddress, (test, own) =>
      call(test.app, 'answerDetail', { id: 'a-none', key: 'wrong' }, { remoteAddress: own }),
    ),
  },
  {
    what: 'tracked events per device',
    count: 120,
    perMs: MINUTE,
    says: '上报过于频繁，请',
    begin: ofEach(freshDevice, (test, own) =>
      call(test.app, 'saveActions', pageviewBody({ deviceId: own }), elsewhere()),
    ),
  },
]

/** Number of attempts that a limit allows at a fixed interval, and the stated wait after that in milliseconds. */
function foreseen({ count, perMs, everyMs = 0 }: Pick<Row, 'count' | 'perMs' | 'everyMs'>) {
  const perToken = perMs / count
  const tokensBefore = (tried: number) => count - tried + (tried * everyMs) / perToken
  let allowed = 0
  while (tokensBefore(allowed) >= 1) allowed += 1
  return { allowed, wait: Math.ceil((1 - tokensBefore(allowed)) * perToken - 1e-6) }
}

describeDatabases('the shipped limits', (freshDatabase) => {
  it.each(table)('allow $count of $what in $perMs ms, and one more after the stated wait', async (row) => {
    const test = await openTestApp((await freshDatabase()).db, withLimits(shippedLimits()))
    const attempt = await row.begin(test)
    const { allowed, wait } = foreseen(row)
    const expectRefused = async (waitMs: number) => {
      const { code, message, headers } = await attempt(0)
      const seconds = String(Math.ceil(waitMs / SECOND))
      expect({ code, stated: headers['retry-after'] }).toEqual({ code: 429, stated: seconds })
      expect(message.startsWith(`${row.says} ${seconds} 秒`)).toBe(true)
    }
    for (let tried = 0; tried < allowed; tried += 1) {
      expect((await attempt(0)).code).not.toBe(429)
      test.clock.time += row.everyMs ?? 0
    }
    await expectRefused(wait)
    if (row.isForAll !== true) expect((await attempt(1)).code).not.toBe(429)
    test.clock.time += wait - 1
    await expectRefused(1)
    test.clock.time += 1
    expect((await attempt(0)).code).not.toBe(429)
    expect((await attempt(0)).code).toBe(429)
  })

  it('require a captcha after 10 wrong passwords per account in 15 minutes, and none 90 seconds later', async () => {
    const test = await openTestApp((await freshDatabase()).db, withLimits(shippedLimits()))
    const mobile = freshMobile()
    const attempt = async (of = mobile) => (await tryPassword(test, of, freshAddress())).code
    for (let tried = 0; tried < 10; tried += 1) expect(await attempt()).toBe(4107)
    expect(await attempt()).toBe(4108)
    expect(await attempt(freshMobile())).toBe(4107)
    test.clock.time += 90 * SECOND - 1
    expect(await attempt()).toBe(4108)
    test.clock.time += 1
    expect([await attempt(), await attempt()]).toEqual([4107, 4108])
  })

  it('allow 5 guesses per code, and another code after a minute', async () => {
    const test = await openTestApp((await freshDatabase()).db, withLimits(shippedLimits()))
    const mobile = freshMobile()
    const logIn = async (smsCode: string) =>
      (await call(test.app, 'loginBySmsCode', { mobile, smsCode, ...device })).code
    await requestSmsCode(test, mobile)
    const smsCode = lastCode(test, mobile)
    for (let guess = 0; guess < 4; guess += 1) expect(await logIn(anotherCode(smsCode))).toBe(4103)
    expect([await logIn(anotherCode(smsCode)), await logIn(smsCode)]).toEqual([4104, 4104])
    test.clock.time += MINUTE
    await requestSmsCode(test, mobile)
    expect(await logIn(lastCode(test, mobile))).toBe(0)
  })

  it('lock a number that a stranger guesses at the address of the stranger only', async () => {
    const test = await openTestApp((await freshDatabase()).db, withLimits(shippedLimits()))
    const mobile = freshMobile()
    const [stranger, own] = [freshAddress(), freshAddress()]
    const logIn = (smsCode: string, remoteAddress: string) =>
      call(test.app, 'loginBySmsCode', { mobile, smsCode, ...device }, { remoteAddress })
    for (let tried = 0; tried < 10; tried += 1) {
      if (tried % 5 === 0) {
        test.clock.time += MINUTE
        await requestSmsCode(test, mobile)
      }
      expect([4103, 4104]).toContain((await logIn(anotherCode(lastCode(test, mobile)), stranger)).code)
    }
    test.clock.time += MINUTE
    await requestSmsCode(test, mobile)
    const right = lastCode(test, mobile)
    const refused = await logIn(right, stranger)
    expect(refused.code).toBe(429)
    expect(refused.message).toMatch(/^当前网络今日验证码错误次数已达上限，请改用密码登录，或 \d+ 秒/)
    expect((await logIn(right, own)).code).toBe(0)
    const reset = { mobile, smsCode: right, password: otherPassword }
    const { message } = await call(test.app, 'resetPassword', reset, { remoteAddress: stranger })
    expect(message).toMatch(/^当前网络今日验证码错误次数已达上限，请 \d+ 秒/)
  })

  it('allow the contacts of 30 companies and 10 dials in any 24 hours, and one more after the stated wait', async () => {
    const database = await freshDatabase()
    const limits = { ...withLimits(shippedLimits()), dialMobiles: true }
    const { test, token, lead, rows } = await openLeads(database, limits)
    const companies = Array.from({ length: 31 - rows.length + 2 }, () => buildCompany())
    await insertCompanies(database.db, companies)
    await importRecords(
      database,
      'contact',
      companies.map(({ row }) => ({ companyName: row.name, value: leadLandline, category: '官网' })),
    )
    const opened = await call(test.app, 'leadDetail', { id: lead }, { token })
    const contactId = opened.data?.contacts.find(({ canDial }) => canDial)?.id ?? ''
    const dial = () => call(test.app, 'dial', { companyId: lead, contactId }, { token })
    const [first, ...others] = companies
    const open = (id = first?.row.id ?? '') => call(test.app, 'leadDetail', { id }, { token })
    for (const { row } of others.slice(0, 29)) expect((await open(row.id)).code).toBe(0)
    for (let turn = 0; turn < 10; turn += 1) expect((await dial()).code).toBe(0)
    for (const attempt of [open, dial]) {
      const { code, headers } = await attempt()
      expect({ code, wait: headers['retry-after'] }).toEqual({ code: 429, wait: String(DAY / SECOND) })
    }
    test.clock.time += DAY - 1
    expect([(await open()).code, (await dial()).code]).toEqual([429, 429])
    test.clock.time += 1
    expect([(await open()).code, (await dial()).code]).toEqual([0, 0])
  })
})
