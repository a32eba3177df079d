import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exampleDetail, exampleList } from '../routes/record.ts'
import { caseIdentityOf, groupParties, isLabourDispute, notKeptCase } from './case-words.ts'
import { changeKindOf } from './change-record/kind.ts'
import { deemedServedOn } from './court-notice/kind.ts'
import type { Field, FieldType, Party, RecordFields } from './fields.ts'
import { businessRiskKeys, detailKindKeys, legalRiskKeys, recordKindKeys } from './kind-table.ts'
import { allKinds, recordKinds } from './kinds.ts'
import {
  anyRecordListSchema,
  commonNames,
  detailCodecOf,
  listFieldsOf,
  recordListOf,
  recordListQueryOf,
  rowCodecOf,
} from './record.ts'
import { monthsAfter, type RecordKind } from './record-kind.ts'

const namesIn = (kind: RecordKind) => Object.keys(kind.fields)
const typeOf = (kind: RecordKind, name: string): FieldType | undefined => kind.fields[name]?.type
const vocabularies = allKinds.flatMap((kind) =>
  Object.entries(kind.fields).flatMap(([name, field]): [string, Extract<Field, { words: readonly string[] }>][] =>
    field.type === 'word' || field.type === 'words' ? [[`${kind.key}.${name}`, field]] : [],
  ),
)

const term = (key: 'dishonestExecutor' | 'punishment' | 'taxViolation', fields: RecordFields, published: string) =>
  recordKinds[key].displayTerm?.(fields, published) ?? null
const severityOf = (key: keyof typeof recordKinds, fields: RecordFields, identity: string | null = null) =>
  recordKinds[key].severity(fields, identity)
const party = (role: string, name: string): Party => ({ role, name, type: 1, cid: null, statement: null })

describe('the kinds of record', () => {
  it('are registered under their own key', () => {
    for (const key of recordKindKeys) expect(recordKinds[key].key).toBe(key)
  })

  it('use no field name of the common part', () => {
    for (const kind of allKinds) expect(namesIn(kind).filter((name) => commonNames.includes(name))).toEqual([])
  })

  it('refer to fields of their own only', () => {
    for (const kind of allKinds) {
      const referred = [
        kind.heading,
        ...kind.identity,
        ...kind.published,
        kind.order?.field ?? null,
        ...Object.keys(kind.steps ?? {}),
        ...Object.entries(kind.linkedNames ?? {}).flat(),
        ...kind.subjects.flatMap((subject) => {
          if (subject.by === 'columns') return []
          return subject.by === 'parties' ? [subject.field] : [subject.name, subject.code ?? null]
        }),
      ].filter((name) => name !== null)
      expect.soft({ kind: kind.key, unknown: referred.filter((name) => !(name in kind.fields)) }).toEqual({
        kind: kind.key,
        unknown: [],
      })
    }
  })

  it('have notes of at most 40 characters', () => {
    for (const { about = '', aboutHistory = '', explanation = '' } of allKinds) {
      expect([about, aboutHistory, explanation].filter((note) => note.length > 40)).toEqual([])
    }
  })

  it('have labels on list rows that fit the narrow column in one line', () => {
    const labels = [...legalRiskKeys, ...businessRiskKeys].flatMap((key) =>
      Object.values(recordKinds[key].fields).flatMap(({ inList, label }) => (inList === true ? [label] : [])),
    )
    expect(labels.filter((label) => label.length > 5)).toEqual([])
  })

  it.each([
    ['一审', '判决书', '一审判决'],
    ['二审', '裁定书', '二审裁定'],
    ['再审（审判监督）', '决定书', '再审决定'],
    ['简易程序', '判决书', '判决'],
    [null, null, '判决'],
    ['一审', '令', '一审裁判'],
  ])('name the step of a judgment of %s, %s: %s', (procedure, docType, label) => {
    const step = recordKinds.judicialDocument.steps?.['judgeDate']
    expect(typeof step === 'function' && step({ procedure, docType })).toBe(label)
  })

  it('have a date in every publication field and every step of a case', () => {
    for (const kind of allKinds) {
      for (const name of [...kind.published, ...Object.keys(kind.steps ?? {})])
        expect(['date', 'dateTime']).toContain(typeOf(kind, name))
    }
  })

  it('have a detail route exactly when they have detail pages', () => {
    expect(allKinds.filter((kind) => kind.hasDetail).map((kind) => kind.key)).toEqual([...detailKindKeys])
  })

  it('show the heading field in list rows', () => {
    for (const kind of allKinds) if (kind.heading !== null) expect(listFieldsOf(kind)).toContain(kind.heading)
  })

  it.each(vocabularies)(
    '%s knows what each other way of saying it means',
    (_name, { words, aliases = {}, ...field }) => {
      const meant = [...Object.values(aliases), ...(field.otherwise === undefined ? [] : [field.otherwise])]
      expect(meant.filter((word) => !words.includes(word))).toEqual([])
      expect(Object.keys(field.tones ?? {}).filter((word) => !words.includes(word))).toEqual([])
    },
  )
})

/** Width in Han characters; a half-width character counts as half. */
const widthOf = (label: string) => Array.from(label).reduce((sum, one) => sum + (one < '\u0080' ? 0.5 : 1), 0)

describe('a label', () => {
  it.each([...legalRiskKeys, ...businessRiskKeys])('of %s fits the label column of a record in one line', (key) => {
    const labels = Object.values(recordKinds[key].fields).map(({ label }) => label)
    expect(labels.filter((label) => widthOf(label) > 6)).toEqual([])
  })
})

describe('the wire of a record', () => {
  it.each(recordKindKeys)('%s is flat on the wire and decodes to the same record', (key) => {
    const kind = recordKinds[key]
    const [row] = exampleList(kind).list
    if (row === undefined) throw new Error('no example')
    const wire = z.encode(rowCodecOf(kind), row)
    expect(Object.keys(wire)).toEqual(expect.arrayContaining([...listFieldsOf(kind), 'recordStatus', 'sourceName']))
    expect(wire).not.toHaveProperty('fields')
    expect(z.decode(rowCodecOf(kind), wire)).toEqual(row)
    const list = exampleList(kind)
    expect(z.parse(anyRecordListSchema, z.encode(recordListOf(kind), list))).toEqual(list)
    const detail = exampleDetail(kind)
    expect(z.decode(detailCodecOf(kind), z.encode(detailCodecOf(kind), detail))).toEqual(detail)
  })

  it('has only the fields that lists show', () => {
    const [row] = exampleList(recordKinds.dishonestExecutor).list
    if (row === undefined) throw new Error('no example')
    const wire = z.encode(rowCodecOf(recordKinds.dishonestExecutor), { ...row, fields: { ...row.fields } })
    expect(wire).not.toHaveProperty('duty')
    expect(wire).not.toHaveProperty('certNo')
  })

  it('takes the company parameter of its addresses and only facets of the kind', () => {
    const risk = recordListQueryOf(recordKinds.judicialDocument)
    expect(z.parse(risk, { companyId: 'c-1', identity: '被告', labour: '劳动争议', office: 'x' })).toEqual({
      companyId: 'c-1',
      identity: '被告',
      labour: '劳动争议',
      view: 'current',
      page: 1,
      pageSize: 20,
    })
    expect(z.safeParse(risk, { companyId: 'c-1', identity: '出质人' }).success).toBe(false)
    expect(z.safeParse(recordListQueryOf(recordKinds.changeRecord), { id: 'c-1' }).success).toBe(true)
  })
})

describe('how long a record is shown', () => {
  it('is two years for a listing for another reason than unwillingness, and unlimited for unwillingness', () => {
    expect(term('dishonestExecutor', { conduct: '违反限制消费令' }, '2024-02-29')).toBe('2026-02-28')
    expect(term('dishonestExecutor', { conduct: '有履行能力而拒不履行生效法律文书确定义务' }, '2024-02-29')).toBeNull()
    expect(term('dishonestExecutor', { conduct: null }, '2024-02-29')).toBeNull()
  })

  it('is one year for a lighter penalty and three for a grave one', () => {
    expect(term('punishment', { kinds: ['罚款'], fineAmount: { value: 2, unit: '万元' } }, '2025-01-17')).toBe(
      '2026-01-17',
    )
    expect(term('punishment', { kinds: ['罚款'], fineAmount: { value: 100_000, unit: '元' } }, '2025-01-17')).toBe(
      '2028-01-17',
    )
    expect(term('punishment', { kinds: ['责令停产停业'], fineAmount: null }, '2025-01-17')).toBe('2028-01-17')
    expect(term('taxViolation', {}, '2025-02-20')).toBe('2028-02-20')
  })

  it.each([
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-12-31', 2, '2024-02-29'],
    ['2024-11-30', 3, '2025-02-28'],
    ['2024-05-15', 12, '2025-05-15'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(monthsAfter(day, months)).toBe(expected)
  })
})

describe('the severity of a record', () => {
  it('is none for a plaintiff and counts only for a judgment against the company', () => {
    expect(severityOf('judicialDocument', { docType: '判决书' }, '原告')).toBe('提示')
    expect(severityOf('judicialDocument', { docType: '判决书' }, '被告')).toBe('中')
    expect(severityOf('judicialDocument', { docType: '裁定书' }, '被告')).toBe('提示')
  })

  it('is higher for a fine of 10 万元 or a stop of business than for a slight penalty', () => {
    expect(severityOf('punishment', { kinds: ['警告'], fineAmount: null })).toBe('提示')
    expect(severityOf('punishment', { kinds: ['罚款'], fineAmount: { value: 10, unit: '万元' } })).toBe('中')
    expect(severityOf('punishment', { kinds: ['责令停产停业'], fineAmount: null })).toBe('中')
  })

  it('follows PRODUCT B15 for the other kinds', () => {
    expect(severityOf('dishonestExecutor', {})).toBe('高')
    expect(severityOf('consumptionRestriction', {})).toBe('高')
    expect(severityOf('executedPerson', {})).toBe('中')
    expect(severityOf('businessRisk', {})).toBe('中')
    expect(severityOf('equityPledge', {})).toBe('提示')
    expect(severityOf('shareholderInfo', {})).toBeNull()
  })
})

describe('the words of a case', () => {
  it.each([
    ['被上诉人', '被告'],
    ['被申请人', '被告'],
    ['申请执行人', '原告'],
    ['第三人', '第三人'],
    ['案外人', '其他'],
  ])('%s stands on the side of %s', (role, side) => {
    expect(caseIdentityOf(role)).toBe(side)
  })

  it.each(['劳动合同纠纷', '追索劳动报酬纠纷', '工伤保险待遇纠纷', '竞业限制纠纷'])(
    '%s is a labour dispute',
    (cause) => {
      expect(isLabourDispute({ cause })).toBe(true)
    },
  )

  it('recognises cases that may not be published', () => {
    expect(notKeptCase({ cause: '离婚纠纷' })).not.toBeNull()
    expect(notKeptCase({ cause: '买卖合同纠纷', docType: '调解书' })).not.toBeNull()
    expect(notKeptCase({ cause: '买卖合同纠纷', docType: '判决书' })).toBeNull()
    expect(recordKinds.enterpriseCourtAnnouncement.notKept?.({ noticeType: '宣告失踪、死亡' })).not.toBeNull()
    expect(recordKinds.changeRecord.notKept?.({ item: '联络员备案' })).not.toBeNull()
  })

  it('groups parties by role, in the order of first appearance', () => {
    const [a, b, c] = [party('原告', '演示甲公司'), party('被告', '演示乙公司'), party('原告', '演示丙公司')]
    expect(groupParties([a, b, c])).toEqual([
      { role: '原告', parties: [a, c] },
      { role: '被告', parties: [b] },
    ])
  })

  it('counts a notice as served after 30 days, before 2022 after 60', () => {
    expect(deemedServedOn('2025-04-02')).toBe('2025-05-02')
    expect(deemedServedOn('2021-12-31')).toBe('2022-03-01')
  })

  it.each([
    ['高级管理人员备案（董事、监事、经理等）', '高管'],
    ['投资人变更（包括出资额、出资方式、出资日期、投资人名称等）', '股东'],
    ['负责人变更（法定代表人、负责人、首席代表、合伙事务执行人等变更）', '法定代表人'],
    ['注册资本变更（注册资金、资金数额等变更）', '资本'],
    ['地址变更（住所地址、经营场所、驻在地址等变更）', '地址'],
    ['经营范围变更（含业务范围变更）', '范围'],
    ['市场主体类型变更', '类型'],
    ['期限变更（经营期限、营业期限、驻在期限等变更）', '期限'],
    ['名称变更（字号名称、集团名称等）', '名称'],
    ['章程或章程修正案备案', '其他'],
  ])('%s is a change of %s', (item, kind) => {
    expect(changeKindOf({ item })).toBe(kind)
  })
})
