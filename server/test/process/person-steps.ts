import { resultCode } from '@baiqicha/contract/result-codes'
import type { RouteKey } from '@baiqicha/contract/routes'
import { signPartnerCall } from '../../src/platform/partners/partners.ts'
import type { SeededRandom } from '../builders/seeded-random.ts'
import { PersonModel } from './person-model.ts'
import type { ServerGroup } from './server-group.ts'
import { type Answer, device, fieldOf, type ServerProcess } from './server-process.ts'

export type StepsDeps = {
  group: ServerGroup
  random: SeededRandom
  partner: { source: string; secret: string }
  /** Fictional companies. */
  companyIds: readonly string[]
  picture: Buffer
}

/** Thrown when an answer is not that of the model. */
class Disagreement extends Error {}

/** Thrown when a server was too slow on a busy machine: whether the call had an effect is unknown. */
export class Overloaded extends Error {}

const HISTORY = 12

let mobiles = 0
const nextMobile = () => `137${String((mobiles += 1)).padStart(8, '0')}`

/** One person, whose calls go to servers at random and are compared with the model. */
export class Person {
  readonly #deps: StepsDeps
  readonly #model = new PersonModel(nextMobile())
  readonly #history: string[] = []
  readonly #captchas: string[] = []
  #steps = 0

  constructor(deps: StepsDeps) {
    this.#deps = deps
  }

  /** Takes one step. @throws Disagreement; Overloaded, after which the model knows no more */
  async step() {
    this.#steps += 1
    const isSignedIn = this.#model.openTokens.length > 0
    const always: readonly (readonly [number, string, () => Promise<void>])[] = [
      [3, 'captcha', () => this.#captcha()],
      [4, 'requestCode', () => this.#requestCode()],
      [8, 'guess', () => this.#guess()],
      [2, 'ticket', () => this.#ticket()],
      [3, 'exchange', () => this.#exchange()],
      [8, 'find', () => this.#find()],
    ]
    const signedIn: typeof always = [
      [1, 'logout', () => this.#logout()],
      [1, 'signOutOthers', () => this.#signOutOthers()],
      [4, 'devices', () => this.#devices()],
      [4, 'nickname', () => this.#saveNickname()],
      [8, 'follow', () => this.#follow()],
      [3, 'unfollow', () => this.#unfollow()],
      [4, 'followList', () => this.#followList()],
      [1, 'gift', () => this.#gift()],
      [2, 'feedback', () => this.#feedback()],
      [2, 'feedbackList', () => this.#feedbackList()],
      [2, 'correction', () => this.#correction()],
      [2, 'correctionList', () => this.#correctionList()],
      [0.4, 'upload', () => this.#upload()],
    ]
    const steps = isSignedIn ? [...always, ...signedIn] : always
    let at = this.#deps.random.next() * steps.reduce((sum, [weight]) => sum + weight, 0)
    const [, name, run] = steps.find(([weight]) => (at -= weight) < 0) ?? steps[0] ?? []
    this.#history.push(name ?? '')
    await run?.()
  }

  #server(): ServerProcess {
    return this.#deps.random.pick(this.#deps.group.servers)
  }

  #call(key: RouteKey, input: Record<string, unknown> = {}, token = ''): Promise<Answer> {
    return this.#server().call(key, input, token)
  }

  /** Data of the answer, which must have this code. */
  #require(answer: Answer, code: number): unknown {
    if (answer.code === code && answer.status === 200) return answer.data
    if (answer.status === 503) throw new Overloaded(this.#history.at(-1))
    throw this.#disagreement(`answered ${answer.status} ${answer.code} instead of ${code}`)
  }

  #requireEqual(actual: unknown, expected: unknown) {
    if (JSON.stringify(actual) === JSON.stringify(expected)) return
    throw this.#disagreement(`read ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
  }

  #disagreement(what: string) {
    const last = this.#history.slice(-HISTORY).join(', ')
    return new Disagreement(`${this.#model.mobile}: step ${this.#steps} ${what}; last steps: ${last}`)
  }

  #token(): string {
    return this.#deps.random.pick(this.#model.openTokens)
  }

  async #captcha() {
    const data = this.#require(await this.#call('captcha'), resultCode.ok)
    this.#captchas.push(String(fieldOf(data, 'captchaId')))
  }

  async #requestCode() {
    const { random, group } = this.#deps
    const id = this.#captchas.at(-1)
    if (id === undefined) return this.#captcha()
    const isRight = random.below(5) > 0
    // Also a captcha that was used is tried again.
    if (random.below(4) > 0) this.#captchas.pop()
    const isUnused = !this.#usedCaptchas.has(id)
    this.#usedCaptchas.add(id)
    const captchaCode = isRight ? (group.captchaAnswer(id) ?? '') : '0000'
    const answer = await this.#call('sendSmsCode', {
      mobile: this.#model.mobile,
      scene: 'login',
      captchaId: id,
      captchaCode,
      ...device,
      deviceId: this.#model.mobile,
    })
    const expected = this.#model.requestCode(isRight && isUnused, () => group.codeFor(this.#model.mobile) ?? '')
    this.#require(answer, expected)
  }
  readonly #usedCaptchas = new Set<string>()

  async #guess() {
    const { mobile, code } = this.#model
    const smsCode = this.#deps.random.below(3) > 0 && code !== null ? code : code === '123456' ? '654321' : '123456'
    const answer = await this.#call('loginBySmsCode', { mobile, smsCode, ...device })
    const data = this.#require(answer, this.#model.guess(smsCode))
    if (answer.code === resultCode.ok) this.#model.opened(String(fieldOf(data, 'token')))
  }

  async #ticket() {
    const { random, partner } = this.#deps
    const { mobile } = this.#model
    const nonce = `nonce-${mobile}-${this.#steps}-${random.below(1e9)}`
    const call = { source: partner.source, mobile, timestamp: Date.now(), nonce }
    const signed = { ...call, signature: signPartnerCall(partner.secret, call) }
    const data = this.#require(await this.#call('externalTicket', signed), resultCode.ok)
    this.#model.tickets.push(String(fieldOf(data, 'token')))
    // No nonce is accepted twice, at whichever process.
    this.#require(await this.#call('externalTicket', signed), resultCode.signatureWrong)
  }

  async #exchange() {
    if (this.#model.tickets.length === 0) return
    const ticket = this.#deps.random.pick(this.#model.tickets)
    const data = this.#require(await this.#call('userDetail', {}, ticket), this.#model.exchange(ticket))
    const token = fieldOf(data, 'token')
    if (typeof token === 'string') this.#model.opened(token, { isExternal: true })
  }

  async #find() {
    if (this.#model.tokens.length === 0) return
    const token = this.#deps.random.pick(this.#model.tokens)
    const answer = await this.#call('userDetail', {}, token)
    const data = this.#require(answer, this.#model.session(token))
    if (answer.code !== resultCode.ok) return
    this.#requireEqual(fieldOf(data, 'nickname'), this.#model.nickname)
    this.#requireEqual(fieldOf(data, 'canClaimGift'), !this.#model.hasGift)
  }

  async #logout() {
    const token = this.#token()
    this.#require(await this.#call('logout', {}, token), resultCode.ok)
    this.#model.ended(token)
  }

  async #signOutOthers() {
    const token = this.#token()
    const answer = await this.#call('signOutOtherDevices', {}, token)
    const data = this.#require(answer, this.#model.signOutOthers(token))
    if (answer.code !== resultCode.ok) return
    this.#requireEqual(fieldOf(data, 'signedOut'), this.#model.openTokens.length - 1)
    this.#model.endedOthers(token)
  }

  async #devices() {
    const data = this.#require(await this.#call('devices', {}, this.#token()), resultCode.ok)
    const list = fieldOf(data, 'list')
    this.#requireEqual(Array.isArray(list) ? list.length : null, this.#model.openTokens.length)
  }

  async #saveNickname() {
    const nickname = `演示${this.#deps.random.below(1e6)}`
    this.#require(await this.#call('saveNickname', { nickname }, this.#token()), resultCode.ok)
    this.#model.nickname = nickname
  }

  async #follow() {
    const companyId = this.#deps.random.pick(this.#deps.companyIds)
    const answer = await this.#call('followCompany', { companyId }, this.#token())
    this.#require(answer, this.#model.follow(companyId))
  }

  async #unfollow() {
    const companyId = this.#deps.random.pick(this.#deps.companyIds)
    this.#require(await this.#call('unfollowCompany', { companyId }, this.#token()), resultCode.ok)
    this.#model.unfollow(companyId)
  }

  async #followList() {
    const data = this.#require(await this.#call('followList', {}, this.#token()), resultCode.ok)
    const list = fieldOf(data, 'list')
    const ids = (Array.isArray(list) ? list : []).map((row: unknown) => fieldOf(fieldOf(row, 'company'), 'id'))
    this.#requireEqual(ids.map(String).toSorted(), this.#model.follows)
  }

  async #gift() {
    const choices = { careerIdStr: 'legal', industryIdStr: await this.#industry() }
    const data = this.#require(await this.#call('saveIndustryCareer', choices, this.#token()), resultCode.ok)
    this.#requireEqual(fieldOf(data, 'isNew'), !this.#model.hasGift)
    this.#model.hasGift = true
  }

  async #industry(): Promise<string> {
    const list = fieldOf((await this.#call('careerIndustryList')).data, 'industryList')
    return String(fieldOf(Array.isArray(list) ? list[0] : null, 'id'))
  }

  async #feedback() {
    const content = `演示：第 ${this.#steps} 步反馈。`
    const answer = await this.#call('saveFeedback', { kind: '功能异常', content }, this.#token())
    this.#require(answer, this.#model.sendFeedback())
  }

  async #feedbackList() {
    const data = this.#require(await this.#call('feedbackList', {}, this.#token()), resultCode.ok)
    this.#requireEqual(Array.isArray(data) ? data.length : null, this.#model.feedback)
  }

  async #correction() {
    const companyId = this.#deps.companyIds[this.#model.corrections] ?? ''
    const claim = { companyId, reason: '信息有误', content: '演示：登记的地址已经变更，请更正。', claimant: '本企业' }
    const answer = await this.#call('submitCorrection', claim, this.#token())
    this.#require(answer, this.#model.submitCorrection())
  }

  async #correctionList() {
    const data = this.#require(await this.#call('correctionList', {}, this.#token()), resultCode.ok)
    this.#requireEqual(Array.isArray(data) ? data.length : null, this.#model.corrections)
  }

  async #upload() {
    this.#require(await this.#server().upload(this.#deps.picture, this.#token()), this.#model.upload())
  }
}
