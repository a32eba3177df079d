import type { Agreement, AgreementList } from '@baiqicha/contract/agreements'

/** Version that `buildUser` has accepted. */
const version = '2026-11-22'
const fields = { version, effectiveDate: '2026-11-22', changeSummary: null }

export const buildAgreementList = (overrides: Partial<AgreementList> = {}): AgreementList => ({
  agreementVersion: version,
  list: [
    { type: 'user_protocol', title: '百企查用户协议', ...fields },
    { type: 'privacy_policy', title: '百企查隐私政策', ...fields },
    { type: 'membership', title: '百企查会员协议', ...fields },
  ],
  ...overrides,
})

export const buildAgreement = (overrides: Partial<Agreement> = {}): Agreement => ({
  type: 'user_protocol',
  title: '百企查用户协议',
  ...fields,
  preface: [{ kind: 'paragraph', text: '欢迎使用百企查。' }],
  content: [
    { heading: '一、总则', blocks: [{ kind: 'paragraph', text: '总则的正文。' }] },
    {
      heading: '二、账号',
      blocks: [
        { kind: 'paragraph', text: '您可以：' },
        { kind: 'item', text: '注册账号；' },
        { kind: 'item', text: '注销账号。' },
      ],
    },
  ],
  ...overrides,
})
