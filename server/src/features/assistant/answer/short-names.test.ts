import { expect, test } from 'vitest'
import { factsOf, stating, textOf } from '../../../../test/assistant/build-evidence.ts'
import { shortenHeads, shortenNames } from './short-names.ts'

const company = { id: 'c-1', name: '甲川科技股份有限公司', isDemo: false, shortName: '甲川科技' }
const textsOf = (texts: readonly string[], companies = [company]) =>
  shortenNames(
    texts.map((text) => stating(text)),
    companies,
    [],
  ).map(({ text }) => text)

test('a company has its full name once, and then its short name', () => {
  expect(textsOf(['甲川科技股份有限公司存续，甲川科技股份有限公司上市。', '甲川科技股份有限公司的员工。'])).toEqual([
    '甲川科技股份有限公司存续，甲川科技上市。',
    '甲川科技的员工。',
  ])
})

test('the name of a branch, or one within a quoted text, stays whole', () => {
  expect(textsOf(['甲川科技股份有限公司。', '甲川科技股份有限公司深圳分公司。'])[1]).toBe(
    '甲川科技股份有限公司深圳分公司。',
  )
  const cause = factsOf({ caseName: textOf('案件名称', '乙山与甲川科技股份有限公司合同纠纷') })
  const quoted = stating('乙山与甲川科技股份有限公司合同纠纷。', cause)
  expect(shortenNames([stating('甲川科技股份有限公司。'), quoted], [company], [cause])[1]).toBe(quoted)
  const change = factsOf({ after: textOf('变更后', company.name) }, { id: 'change' })
  const changed = stating('变更后 甲川科技股份有限公司。', change)
  expect(shortenNames([stating('甲川科技股份有限公司。'), changed], [company], [change])[1]).toBe(changed)
})

test('two companies with one short name keep their full names', () => {
  const other = { ...company, id: 'c-2', name: '甲川科技有限公司' }
  const texts = ['甲川科技股份有限公司和甲川科技有限公司。', '甲川科技股份有限公司。']
  expect(textsOf(texts, [company, other])).toEqual(texts)
})

test('the heads of a table have short names', () => {
  const columns = [
    { label: '项目', companyId: null },
    { label: company.name, companyId: company.id },
  ]
  expect(shortenHeads({ columns, rows: [] }, [company]).columns.map(({ label }) => label)).toEqual(['项目', '甲川科技'])
})
