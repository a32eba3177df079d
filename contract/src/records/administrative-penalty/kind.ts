import { amount, day, inList, isAmount, line, officer, prose, type RecordFields, textOf, wordList } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, monthsAfter, yearOf } from '../record-kind.ts'

const penaltyKinds = [
  '警告',
  '通报批评',
  '罚款',
  '没收违法所得',
  '没收非法财物',
  '暂扣许可证件',
  '降低资质等级',
  '吊销许可证件',
  '限制开展生产经营活动',
  '责令停产停业',
  '责令关闭',
  '限制从业',
  '行政拘留',
  '其他',
]
/** Words of decisions and of older law for them. */
const penaltyAliases = {
  吊销许可证: '吊销许可证件',
  吊销执照: '吊销许可证件',
  吊销营业执照: '吊销许可证件',
  吊销许可证照: '吊销许可证件',
  暂扣许可证: '暂扣许可证件',
  暂扣执照: '暂扣许可证件',
  没收非法所得: '没收违法所得',
  责令停产: '责令停产停业',
  责令停业: '责令停产停业',
  限制开展经营活动: '限制开展生产经营活动',
  拘留: '行政拘留',
}
const graveKinds = ['吊销许可证件', '责令停产停业', '责令关闭', '限制开展生产经营活动']
/** 万元; a fine from this amount on is 中. */
const GRAVE_FINE = 10

/** Fine in 万元, converted from the unit of the source. */
function fineOf(fields: RecordFields): number {
  const fine = fields['fineAmount']
  if (!isAmount(fine)) return 0
  return fine.unit === '元' ? fine.value / 10_000 : fine.value
}

const isGrave = (fields: RecordFields) => {
  const kinds = fields['kinds']
  return Array.isArray(kinds) && kinds.some((kind) => typeof kind === 'string' && graveKinds.includes(kind))
}

/** 行政处罚, PRODUCT B8. */
export const administrativePenalty = defineKind({
  key: 'punishment',
  heading: 'docNo',
  identity: ['docNo', 'office'],
  // One decision may concern several companies.
  withinCompany: 'byName',
  published: ['publishDate', 'decisionDate'],
  severity: (fields) => (fineOf(fields) >= GRAVE_FINE || isGrave(fields) ? '中' : '提示'),
  // Shown for at most three years, one year for lighter penalties (国办发〔2025〕22号).
  displayTerm: (fields, publishedAt) =>
    monthsAfter(publishedAt, fineOf(fields) >= GRAVE_FINE || isGrave(fields) ? 36 : 12),
  facets: {
    year: { label: '处罚年份', of: yearOf('decisionDate', 'publishDate') },
    office: { label: '处罚机关', of: (fields) => textOf(fields, 'office') },
  },
  officialSite: officialSites.credit,
  fields: {
    docNo: line('决定文书号', inList),
    reason: line('违法类型', inList),
    kinds: wordList('处罚类别', penaltyKinds, { ...inList, otherwise: '其他', aliases: penaltyAliases }),
    result: prose('处罚结果', inList),
    fineAmount: amount('罚款金额', '万元', inList),
    confiscatedAmount: amount('没收金额', '万元'),
    licenceRevoked: line('暂扣/吊销'),
    office: line('处罚机关', inList),
    decisionDate: day('决定日期', inList),
    publishDate: day('公示日期'),
    legalBasis: prose('处罚依据'),
    facts: prose('违法事实'),
    legalRep: officer('法定代表人'),
    remark: line('备注'),
  },
})
