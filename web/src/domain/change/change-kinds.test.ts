import { expect, test } from 'vitest'
import { sortChangeKinds } from './change-kinds.ts'

test('kinds of change have a fixed order whatever their counts, 其他 last', () => {
  const options = [
    { value: '其他', count: 9 },
    { value: '高管', count: 5 },
    { value: '经营异常', count: 4 },
    { value: '名称', count: 1 },
    { value: '股东', count: 1 },
  ]
  expect(sortChangeKinds(options).map(({ value }) => value)).toEqual(['名称', '股东', '高管', '经营异常', '其他'])
})
