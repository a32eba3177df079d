import { expect, it } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { loadPronunciation } from '../../../../search/analysis/pronunciation.ts'
import { linkSimilar } from './link-similar.ts'
import { buildNameTable } from './name-table.ts'

const pronounced = loadPronunciation()
const table = await buildNameTable([
  buildIndexableCompany({
    id: '宁德',
    name: '宁德时代新能源科技股份有限公司',
    shortNames: ['宁德时代'],
    employees: 100_000,
  }),
  buildIndexableCompany({ id: '三一', name: '三一重工股份有限公司', shortNames: ['三一重工'] }),
  buildIndexableCompany({ id: '海康', name: '杭州海康威视数字技术股份有限公司', shortNames: ['海康威视'] }),
  buildIndexableCompany({ id: '云岚', name: '云岚演示有限公司', aliases: ['云岚亭'] }),
])
const linked = (text: string) =>
  linkSimilar([{ text, start: 0 }], table, pronounced).map(({ name, how }) => `${name} ${how}`)

it.each([
  ['a character that sounds alike', '宁得时代', '宁德时代 corrected'],
  ['a character that looks alike', '海康戚视', '海康威视 corrected'],
  ['two exchanged characters', '海康视威', '海康威视 corrected'],
])('a name is found by %s', (_, text, expected) => expect(linked(text)).toEqual([expected]))

it.each([
  ['another character', '宁夏时代'],
  ['two wrong characters', '宁得时待'],
  ['three characters of a company that few know', '云蓝亭'],
])('no name is found by %s', (_, text) => expect(linked(text)).toEqual([]))
