import { creditCodeCheck } from '../../src/domain/company/credit-code.ts'
import type { ImportRequest } from '../../src/importers/company/import-companies.ts'
import { loadCompanyMapping } from '../../src/importers/company/parse/company-row.ts'
import { testFile } from './import-tables.ts'

/**
 * Four files of fictional companies, as a register and an exchange state them: each has some companies and some facts.
 */
export type RegisterFile = { name: string; lines: string[]; request: Pick<ImportRequest, 'sourceId' | 'mapping'> }

export function fictionalCode(number: number): string {
  const first17 = `91990001MA0${String(number).padStart(6, '0')}`
  return first17 + creditCodeCheck(first17)
}

const register = ['company_name', 'uscc', 'registration_no', 'founded_date', 'company_type', 'registered_capital_wan']
const place = ['currency', 'province', 'city']

type Registered = { name: string; code: number | null; number?: string }

/** Names with 同名 are namesakes. 孪生 is in the register twice, but once in the file of details. */
const registered: Registered[] = [
  { name: '演示甲有限公司', code: 1 },
  { name: '演示乙有限公司', code: 2 },
  { name: '演示同名有限公司', code: 3 },
  { name: '演示同名有限公司', code: 4 },
  { name: '演示孪生有限公司', code: 5 },
  { name: '演示孪生有限公司', code: 6 },
  { name: '演示老有限公司', code: null, number: '990001131419677' },
  { name: '演示未上市有限公司', code: 7 },
  { name: '演示（丙）有限公司', code: 8 },
]
const detailed = new Set([1, 3, 5, 7])

const coreRow = ({ name, code, number = '' }: Registered) =>
  [name, code === null ? '' : fictionalCode(code), number, '2001-02-03', '', '500', 'CNY', '演示省', ''].join(',')

/** In the order in which an operator would import them; every order ends in the same state. */
export const registerFiles = (): RegisterFile[] => [
  {
    name: 'core.csv',
    lines: [[...register, ...place].join(','), ...registered.map(coreRow)],
    request: { sourceId: 'register', mapping: loadCompanyMapping('registry') },
  },
  {
    name: 'detail.csv',
    lines: [
      [...register, ...place, 'address', 'business_scope'].join(','),
      ...registered
        .filter(({ code }) => code !== null && detailed.has(code))
        .map((one) => `${coreRow(one)},演示路${one.code}号,"日用百货，批发；零售。"`),
    ],
    request: { sourceId: 'register', mapping: loadCompanyMapping('registry') },
  },
  {
    name: 'listed.ndjson',
    lines: [
      {
        sourceKey: '990101',
        name: '演示甲有限公司',
        shortName: '演示甲',
        stockCode: '990101',
        exchange: 'SZSE',
        asOf: '2026-06',
      },
      // The older name, which the register still has.
      { sourceKey: '990102', name: '演示乙有限公司', asOf: '2017' },
      { sourceKey: '990102', name: '演示乙集团有限公司', shortName: '演乙', asOf: '2026' },
      { sourceKey: '990103', name: '演示同名有限公司', shortName: '同名' },
      { sourceKey: '990104', name: '演示孪生有限公司', shortName: '孪生' },
      { sourceKey: '990106', name: '演示(丙)有限公司', scope: '丙' },
      { sourceKey: '990107', shortName: '无名' },
      { sourceKey: '990108', name: '演示老有限公司', legalRepresentative: '演示甲' },
    ].map((row) => JSON.stringify(row)),
    request: { sourceId: 'exchange', mapping: loadCompanyMapping('canonical') },
  },
  {
    name: 'names.ndjson',
    lines: [
      { sourceKey: '990101', formerShortNames: '旧甲@2015-01-01~' },
      { sourceKey: '990107', formerShortNames: '旧无名@2015-01-01~' },
      { sourceKey: '990108', formerShortNames: '旧老@2016-01-01~2017-01-01' },
      { creditCode: fictionalCode(7), website: 'www.demo.example' },
      { creditCode: fictionalCode(99), website: 'www.unknown.example' },
    ].map((row) => JSON.stringify(row)),
    request: { sourceId: 'exchange', mapping: loadCompanyMapping('canonical') },
  },
]

export async function writeRegisterFile({ name, lines }: RegisterFile): Promise<string> {
  return testFile(lines.join('\n'), name)
}

/** All permutations of the values. */
export function ordersOf<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]]
  return values.flatMap((first, at) => ordersOf(values.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}
