import { expect, it } from 'vitest'
import { buildBanner, buildNotice, contentText } from '../../../test/builders/content.ts'
import { checkContent } from './content-check.ts'

const target = (deviation: Parameters<typeof buildBanner>[0]) => ({
  noticeList: [],
  bannerList: [buildBanner({ id: 'b-1', ...deviation })],
})

it.each([
  ['mine', '{', [['', '内容不是 JSON。']]],
  ['mine', '[]', [['', '缺少，或不是对象。']]],
  ['mine', 'x'.repeat(65_537), [['', '内容不能超过 64 KiB。']]],
  ['mine', { noticeList: 1, bannerList: [] }, [['noticeList', '缺少，或不是列表。']]],
  ['mine', { noticeList: [], bannerList: [], extra: 1 }, [['', '无法识别的字段 extra。']]],
  ['faq', { list: [{ question: 1, answer: '答' }] }, [['list[1].question', '缺少，或不是文字。']]],
  [
    'faq',
    { list: [{ question: '', answer: '一'.repeat(1_001) }] },
    [
      ['list[1].question', '不能为空。'],
      ['list[1].answer', '最长 1000 个字符。'],
    ],
  ],
  [
    'faq',
    { list: [{ question: '问\u0000', answer: '答\u202e' }] },
    [
      ['list[1].question', '不得含控制字符或换行。'],
      ['list[1].answer', '不得含控制字符。'],
    ],
  ],
  [
    'faq',
    { list: [{ question: '问\ud800', answer: '第一行\n第二行' }] },
    [['list[1].question', '不得含控制字符或换行。']],
  ],
  ['faq', { list: [{ question: '<b>问</b>', answer: '<script>alert(1)</script>' }] }, []],
  [
    'contact',
    { servicePhone: 'x', email: 'a' },
    [
      ['servicePhone', '应为电话号码，如 400-000-0000。'],
      ['email', '应为邮箱地址。'],
    ],
  ],
  [
    'mine',
    target({ jumpType: 0, jumpUrl: ' ' }),
    [['bannerList[b-1].jumpUrl', 'jumpType 0 须填搜索词，最长 100 个字符。']],
  ],
  ['mine', target({ jumpType: 2, jumpUrl: '/user' }), [['bannerList[b-1].jumpUrl', 'jumpType 2 不打开地址，应为空。']]],
  [
    'mine',
    {
      noticeList: [],
      bannerList: [{ ...buildBanner({ id: 'b-1', jumpType: 1, jumpUrl: '/user' }), login: undefined }],
    },
    [['bannerList[b-1].login', 'jumpType 1 须说明是否要求登录。']],
  ],
  [
    'mine',
    { noticeList: [], bannerList: [{ ...buildBanner({ id: 'b-1' }), jumpType: 3 }] },
    [['bannerList[b-1].jumpType', '应为 0（搜索）、1（打开）或 2（敬请期待）。']],
  ],
  [
    'mine',
    {
      noticeList: [buildNotice({ id: 'n', startAt: '2026-12-02T00:00:00Z', endAt: '2026-12-01T00:00:00Z' })],
      bannerList: [],
    },
    [['noticeList[n].endAt', '结束时间应晚于开始时间。']],
  ],
  [
    'mine',
    { noticeList: [buildNotice({ id: 'n', startAt: '2026-12-02' })], bannerList: [] },
    [['noticeList[n].startAt', '应为带时区的时间，如 2026-12-01T00:00:00+08:00。']],
  ],
  [
    'mine',
    { noticeList: [buildNotice({ id: 'n' }), buildNotice({ id: 'n' })], bannerList: [] },
    [['noticeList[n].id', 'id n 重复。']],
  ],
] as const)('the check of %s %j names each wrong field', (place, content, expected) => {
  const { errors } = checkContent(place, contentText(content), { jumpHosts: [] })
  expect(errors.map(({ field, sentence }) => [field, sentence])).toEqual(expected)
})
