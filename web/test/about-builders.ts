import type { About } from '@baiqicha/contract/about'

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
