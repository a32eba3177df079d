import type { About } from '@baiqicha/contract/about'
import type { Agreement, AgreementList } from '@baiqicha/contract/agreements'

export const buildAbout = (overrides: Partial<About> = {}): About => ({
  version: '0.1.0',
  icp: '演示 ICP 备 0000001 号',
  sources: [
    {
      id: 'list',
      name: '股票列表',
      scope: 'A 股上市公司',
      licence: '依法公布的单项事实',
      url: null,
      asOf: '2026-06',
      lastImport: '2026-11-22T18:00:00.000Z',
      records: [{ title: '企业', count: 4930 }],
    },
  ],
  unconnectedKinds: ['失信被执行人', '行政处罚'],
  demoKinds: [],
  licences: [
    { name: 'react', version: '19.3.0', licence: 'MIT' },
    { name: '横幅图片', version: null, licence: 'Apache-2.0' },
  ],
  ...overrides,
})

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
