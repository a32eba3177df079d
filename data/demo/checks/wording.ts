import { recordKinds } from '@baiqicha/contract/records/kinds'
import { isCreditCode } from '../../../server/src/domain/company/credit-code.ts'
import type { Row } from '../generator/world.ts'
import { type Check, text, titleOf } from './rows.ts'

/** Nobody real is in it: names, codes and numbers that only this world has. */

const fictionalPerson = /^演示[甲乙丙丁戊己庚辛壬癸]$/
const fictionalCode = /^.{2}99000[1-5]/
/** What ends like an organisation. */
const ending = /(?:股份)?有限公司|合伙企业|合作社|法院|管理局|税务局|银行(?!股份)/gu
const notOfName = /[^\p{Script=Han}（）]/u
/** What documents call courts that they have named before. */
const unnamed = ['一审']
const LONGEST = 60

/** Names of organisations in a text that do not say that they are of this world. */
function realNames(said: string): string[] {
  return [...said.matchAll(ending)].flatMap(({ index, 0: end }) => {
    const before =
      said
        .slice(Math.max(0, index - LONGEST), index)
        .split(notOfName)
        .at(-1) ?? ''
    return before.includes('演示') || unnamed.includes(before) ? [] : [before + end]
  })
}

/** 154 is given to no operator. */
const mobile = /(?<!\d)1(?!54)[3-9]\d{9}(?!\d)/
const identityNumber = /(?<![\dA-Z])\d{17}[\dX](?![\dA-Z])/
/** Columns that say what kind of company it is, not which. */
const kindsOfCompany = ['businessType', 'holderType', 'subjectType']

/** Every text of a row, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const isAboutForm = (row: object) => 'item' in row && row.item === '市场主体类型变更'

function wrongTexts(row: object): string[] {
  const told = Object.entries(row).flatMap(([name, value]) =>
    kindsOfCompany.includes(name) || isAboutForm(row) ? [] : textsOf(value),
  )
  return told.flatMap((one) => [
    ...realNames(one),
    ...(mobile.test(one) ? [`the mobile number in ${one.slice(0, 40)}`] : []),
    ...(identityNumber.test(one) ? [`the identity number in ${one.slice(0, 40)}`] : []),
  ])
}

const texts: Check = ({ companies, records }) => [
  ...companies.flatMap((company) => wrongTexts(company).map((wrong) => `${company.name}: ${wrong} may be real`)),
  ...records.flatMap((record) => wrongTexts(record.row).map((wrong) => `${titleOf(record)}: ${wrong} may be real`)),
]

const isFictionalCode = (code: string) => isCreditCode(code) && fictionalCode.test(code)
/** 组织机构代码 tells no region; it belongs to a taxpayer whose code does. */
const codeFieldsWithoutRegion = ['orgCode']

function codesOf(row: Row, names: readonly string[]): string[] {
  const own = names.filter((name) => !codeFieldsWithoutRegion.includes(name)).map((name) => text(row, name))
  const ofParties = Object.values(row).flatMap((value) =>
    Array.isArray(value)
      ? value.flatMap((one) =>
          typeof one === 'object' && 'creditCode' in one && one.creditCode !== undefined ? [one.creditCode] : [],
        )
      : [],
  )
  return [...own, text(row, 'companyCreditCode'), ...ofParties].filter((code) => code !== '')
}

const codes: Check = ({ companies, records }) => [
  ...companies
    .filter(({ creditCode }) => !isFictionalCode(creditCode))
    .map(({ name }) => `${name}: its code may be real`),
  ...records.flatMap((record) => {
    const fields = Object.entries(recordKinds[record.kind].fields)
    const names = fields.filter(([, { type }]) => type === 'certificate').map(([name]) => name)
    return codesOf(record.row, names)
      .filter((code) => !isFictionalCode(code))
      .map((code) => `${titleOf(record)}: ${code} may be real`)
  }),
]

const names: Check = ({ companies, records }) => [
  ...companies.flatMap(({ name, legalRepresentative, formerNames = [] }) => [
    ...[name, ...formerNames].filter((one) => !one.includes('演示')).map((one) => `${one}: does not say 演示`),
    ...(fictionalPerson.test(legalRepresentative) ? [] : [`${name}: ${legalRepresentative} may be real`]),
  ]),
  ...records.flatMap((record) => {
    const fields = Object.entries(recordKinds[record.kind].fields)
    const said = fields.flatMap(([name, { type }]) => {
      const value = record.row[name]
      if (type === 'officer' || type === 'name') return textsOf(value)
      return type === 'parties' && Array.isArray(value)
        ? value.flatMap((one) => (typeof one === 'object' && 'role' in one ? [one.name] : []))
        : []
    })
    return said.filter((name) => !name.includes('演示')).map((name) => `${titleOf(record)}: ${name} does not say 演示`)
  }),
]

const offices: Check = ({ records }) =>
  records.flatMap((record) =>
    ['court', 'office', 'announcer', 'addOffice', 'removeOffice', 'taxOffice', 'basisOrg']
      .map((name) => text(record.row, name))
      .filter((office) => office !== '' && !office.includes('演示'))
      .map((office) => `${titleOf(record)}: ${office} may be real`),
  )

export const wordingChecks: readonly Check[] = [texts, codes, names, offices]
