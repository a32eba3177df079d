import { AGREEMENT_OUTDATED, ApiError, BIND_TOKEN_VOID, deviceId, get, post, textOf } from '../../lib/api'
import { loginPathTo, pathOf, visitChannel } from '../../lib/page-path'

/** A code of WeChat, valid once and for five minutes. */
const requestCode = () =>
  new Promise<string>((resolve, reject) => {
    wx.login({
      success: ({ code }) => resolve(code),
      fail: () => reject(new ApiError(0, '微信登录失败，请重试')),
    })
  })

/** Login with the number that WeChat has verified, after consent to our agreements and WeChat's. */
Component({
  properties: { type: String, path: String, fr: String },

  data: { isAgreed: false, isBusy: false, bindToken: '', agreementVersion: '', message: '' },

  methods: {
    toggleAgreed() {
      this.setData({ isAgreed: !this.data.isAgreed, message: '' })
      if (this.data.isAgreed) void this.start()
    },

    /** Requests a ticket or a binding token. Nothing is sent before the user agrees. */
    async start() {
      if (!this.data.isAgreed) {
        this.setData({ message: '请先阅读并同意用户协议和隐私政策' })
        return
      }
      await this.run(async () => {
        const code = await requestCode()
        const answer = await post('/v1/user/loginByWechatCode', { code, ...this.origin() })
        const ticket = textOf(answer, 'ticket')
        if (ticket !== '') {
          this.open(ticket, false)
          return
        }
        // The web view shows the agreements in force: consent is to their version.
        const agreements = await get('/v1/userAgreement/getAgreementTemplateList')
        const agreementVersion = textOf(agreements, 'agreementVersion')
        this.setData({ bindToken: textOf(answer, 'bindToken'), agreementVersion })
      })
    },

    /** No code: the user refused WeChat's question. */
    async onPhone({ detail }: { detail: { code?: string } }) {
      const phoneCode = detail.code ?? ''
      if (phoneCode === '') {
        this.setData({ message: '未授权手机号，可使用短信验证码登录' })
        return
      }
      await this.run(async () => {
        const { bindToken, agreementVersion } = this.data
        const body = { bindToken, phoneCode, agreementVersion, ...this.origin() }
        const answer = await post('/v1/user/bindWechatPhone', body)
        const isFirstLogin =
          typeof answer === 'object' && answer !== null && Reflect.get(answer, 'isFirstLogin') === true
        this.open(textOf(answer, 'ticket'), isFirstLogin)
      })
    },

    /** Runs one step of the login at a time; a failure shows its sentence. */
    async run(step: () => Promise<void>) {
      if (this.data.isBusy) return
      this.setData({ isBusy: true, message: '' })
      try {
        await step()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { code, message } = error
        if (code === BIND_TOKEN_VOID || code === AGREEMENT_OUTDATED) this.setData({ bindToken: '' })
        if (code === AGREEMENT_OUTDATED) this.setData({ isAgreed: false })
        this.setData({ message })
      } finally {
        this.setData({ isBusy: false })
      }
    },

    origin() {
      return { deviceId: deviceId(), fr: visitChannel(this.data) }
    },

    /** Returns to the page that the user left, signed in by the ticket. */
    open(ticket: string, isFirstLogin: boolean) {
      this.openPath(pathOf(this.data), `&ticket=${ticket}&isFirstLogin=${String(isFirstLogin)}`)
    },

    /** Opens the app's own login, which returns to the page that the user left. */
    openSms() {
      this.openPath(loginPathTo(pathOf(this.data)))
    },

    openPath(path: string, options = '') {
      const fr = visitChannel(this.data)
      void wx.redirectTo({ url: `/pages/index/index?path=${encodeURIComponent(path)}&fr=${fr}${options}` })
    },

    openAgreement({ currentTarget }: { currentTarget: { dataset: { type?: string } } }) {
      const type = currentTarget.dataset.type === 'privacy_policy' ? 'privacy_policy' : 'user_protocol'
      void wx.navigateTo({ url: `/pages/index/index?path=${encodeURIComponent(`/#/user/agreement?type=${type}`)}` })
    },
  },
})
