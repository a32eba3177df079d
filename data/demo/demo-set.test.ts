import { expect, it } from 'vitest'
import { openDemoDatabase } from './checks/open-database.ts'
import { dayRules, disputeRules, fictionRules, registerRules, shapeRules } from './checks/rules.ts'
import { stories } from './checks/stories.ts'

const database = openDemoDatabase()
const rules = { ...shapeRules, ...fictionRules, ...dayRules, ...registerRules, ...disputeRules }

it.each(Object.entries(rules))('%s', (_statement, query) => {
  expect(database.prepare(query).pluck().all()).toEqual([])
})

it.each(Object.entries(stories))('%s', (_statement, query) => {
  expect(database.prepare(query).pluck().all()).not.toEqual([])
})

const setIn = (table: string, places: string) => (column: string, value: string | number) =>
  `update ${table} set row = json_set(row, '$.${column}', ${JSON.stringify(value).replaceAll('"', "'")}) where place = (${places})`
/** Sets a column of the first company. */
const company = setIn('company_row', 'select min(place) from company_row')
/** Sets a column of the first record of a kind for which the condition is true. */
const record = (kind: string, condition = 'true') =>
  setIn('record_row', `select min(place) from ${kind} where ${condition}`)

const registeredCompany = "basis = '工商登记' and creditCode is not null"

/** For each rule a change of the set that breaks it. */
const mutations: Record<keyof typeof rules, string> = {
  'a company has canonical columns with values that the importer reads': company('foundedOn', 'soon'),
  'a record has columns and words of its kind, and the importer accepts it': record('executedPerson')(
    'caseState',
    '演示',
  ),
  'a source states a record once': `insert into record_row (kind, source, isRemoval, row)
    select kind, source, isRemoval, row from record where place = 1`,
  'a removal names a record that a source states': `
    update record_row set row = json_set(row, '$.docNo', '演罚决字〔2026〕第0号') where isRemoval`,
  'names of organisations contain 演示 in every text but legal forms': company('address', '青峰食品有限公司'),
  'a mobile number begins with 154, which no operator has': record('judicialDocument')('cause', '电话13800138000'),
  'a landline of a contact begins with 0990': record('contact', "type = '固话'")('value', '010-62345678'),
  'no text contains an identity number': record('judicialDocument')('cause', '11010519491231002X'),
  'credit codes are valid and of a fictional region': record('branch')('creditCode', '91990001MABYMFW295'),
  'the certificate of a natural person is masked and of a fictional region': record(
    'dishonestExecutor',
    "subjectType = '自然人'",
  )('certNo', '110101********004X'),
  'sex and age are stated of natural persons only': record('dishonestExecutor')('sex', '男'),
  'names of companies, persons and offices contain 演示': record('punishment')('office', '城市管理局'),
  'a listed natural person holds no office or share of a company': record(
    'dishonestExecutor',
    "subjectType = '自然人'",
  )('name', '演示甲'),
  'a key of a source names one natural person': record('keyPerson', 'personKey is not null')('name', '演示丑'),
  'a legal representative is 演示甲 to 演示癸': company('legalRepresentative', '演示'),
  'days of a record are in order': record('executedPerson')('filedDate', '2026-09-01'),
  'only hearings, display terms and contributions are after the as-of day': record('branch')(
    'foundedDate',
    '2999-01-01',
  ),
  'no day of a record is before the founding of a company that it is about': record('branch')(
    'foundedDate',
    '1990-01-01',
  ),
  'a notice is published at least thirty days before its hearing': record(
    'enterpriseCourtAnnouncement',
    'caseNo in (select caseNo from courtAnnouncement)',
  )('publishDate', '2026-11-18'),
  'a company is approved and ended between its founding and the as-of day, within its term': company(
    'termTo',
    '2020-01-01',
  ),
  'a former name was replaced after the founding': `
    update company_row set row = json_set(row, '$.formerNames[0]', '演示@~1990-01-01') where place = 1`,
  'the holdings of each basis are the whole capital, unless a share is not stated': record('shareholderInfo')(
    'percent',
    61,
  ),
  'the holding of an owner with a code is among its investments': record('overseasInvest')('percent', 99),
  'an investment is a holding in the register of its company': record('shareholderInfo', registeredCompany)(
    'percent',
    99,
  ),
  'an owner has the name of its code': record('shareholderInfo', registeredCompany)('name', '演示'),
  'an investment states the facts of its company': record('overseasInvest')('legalRep', '演示'),
  'a change has an item of the register': record('changeRecord')('item', '演示'),
  'a change leads to the next of its item, and the last to the present': record('changeRecord')('after', '演示'),
  'a change changes something, and not after the last approval': company('approvedOn', '2018-01-28'),
  'a former name of a company with key persons was replaced by a change of name': `
    update company_row set row = json_set(row, '$.formerNames[0]', '演示@~2020-01-01') where place = 1`,
  'a change of name leaves a former name': `update company_row set row = json_remove(row, '$.formerNames')`,
  'the legal representative is a key person since the last change of representative': record('keyPerson')(
    'name',
    '演示',
  ),
  'annual reports start after the founding and end with the insured staff of the company': company('insuredCount', 7),
  'the staff size of a company contains its insured staff': company('staffSize', '1000-4999人'),
  'a listing or restriction has the number, debtor, amount, court, day and applicant of an execution': record(
    'dishonestExecutor',
  )('amount', 7),
  'a listing rests on an earlier judgment between debtor and applicant': record('dishonestExecutor')(
    'applicant',
    '演示',
  ),
  'a case number has the format and the year of filing': record('executedPerson')('filedDate', '2025-01-01'),
  'an office punishes offences that it supervises': record('punishment', "reason = '广告违法'")(
    'office',
    '演示市应急管理局',
  ),
  'a court code of case numbers belongs to one court': record('executedPerson')('court', '演示'),
  'hearing, notice and judgment of a case name the same parties': record('courtAnnouncement')(
    'parties[0].role',
    '上诉人',
  ),
  'sources of one penalty agree in list, day and reason': record('punishment')('reason', '演示'),
  'a record states when and why it ended exactly if it ended': record('punishment')('removedAt', '2026-11-01'),
  'a listing with full performance is ended': record('dishonestExecutor', 'not isEnded')('performance', '全部已履行'),
  'a closed execution is ended': record('executedPerson', 'not isEnded')('caseState', '已结案'),
  'a pledge is 无效 exactly if it ended': record('equityPledge', 'not isEnded')('status', '无效'),
  'a pledgor held the pledged amount on the day of registration': record('equityPledge')('amount', 1_000_000_000),
  'a listing or restriction names the legal representative of its filing day': record('dishonestExecutor')(
    'legalRep',
    '演示',
  ),
  'a company in liquidation has a notice of it': record('enterpriseCourtAnnouncement', "noticeType = '清算公告'")(
    'noticeType',
    '起诉状副本及开庭传票',
  ),
}

it.each(Object.entries(rules))('a set that breaks the rule is rejected: %s', (statement, query) => {
  const mutation = Object.entries(mutations).find(([name]) => name === statement)?.[1] ?? ''
  database.exec('savepoint shipped')
  const { changes } = database.prepare(mutation).run()
  const breaches = database.prepare(query).all()
  database.exec('rollback to shipped')
  expect(changes).toBeGreaterThan(0)
  expect(breaches).not.toEqual([])
})
