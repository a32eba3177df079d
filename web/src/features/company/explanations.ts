import { riskLabels } from '@baiqicha/contract/company-summary'
import { notesOf } from '@baiqicha/contract/records/kind-notes'
import { kindTable, type SectionKey } from '@baiqicha/contract/records/kind-table'
import { type CompanyTab, companyTabs } from './section-views.ts'

export type Explanation = { term: string; text: string }

/** Explanations of registration statuses that are often misunderstood. */
const statusExplanations: Readonly<Record<string, string>> = {
  歇业: '企业因自然灾害、公共卫生事件等原因经营困难，可以依法决定在一定时期内暂停经营。歇业合法且为暂时状态，最长不超过 3 年。期间企业仍然存续（《市场主体登记管理条例》第三十条）。',
  吊销: '登记机关依法吊销营业执照，是一种行政处罚。企业不得再经营，应当清算；办理注销登记之前，企业仍未终止，债务不因吊销而消灭。',
  注销: '企业已经办理注销登记，不再存在。正常清算后的注销是合法的退出。',
  清算: '企业解散后正在清理财产和债务。清算期间企业仍然存续，但不得开展与清算无关的经营活动。',
  撤销: '登记机关撤销了原来的登记，例如登记是以虚假材料取得的。',
  停业: '来源登记为停业，即停止了经营；停业不是注销，企业仍未终止。',
  除名: '登记机关依法把企业从登记中除名，企业应当清算并办理注销。',
  责令关闭: '行政机关依法责令企业关闭，企业应当清算并办理注销。',
  筹建: '企业已登记，仍在筹备，尚未开业。',
  迁出: '企业的登记已迁往其他登记机关，企业仍然存续。',
}

function explainKind(key: SectionKey): Explanation[] {
  const { explanation, about } = notesOf(key)
  const text = explanation ?? about
  return text === undefined ? [] : [{ term: kindTable[key].title, text }]
}

/** Explanations of the kinds of record of a tab. */
export const explainTab = (tab: CompanyTab): Explanation[] => companyTabs[tab].sections.flatMap(explainKind)

const tagKinds: Readonly<Record<string, SectionKey>> = {
  [riskLabels.dishonestDebtor]: 'dishonestExecutor',
  [riskLabels.judgmentDebtor]: 'executedPerson',
  [riskLabels.consumptionRestriction]: 'consumptionRestriction',
}

/** Explanations of the tags that need one. */
export function explainTags(labels: readonly string[]): Explanation[] {
  return labels.flatMap((label) => {
    const kind = tagKinds[label]
    if (kind !== undefined) return explainKind(kind)
    const text = statusExplanations[label]
    return text === undefined ? [] : [{ term: label, text }]
  })
}

/** Explanations of the risk grades, as facts (PRODUCT B15). */
export const severityExplanations: readonly Explanation[] = [
  { term: '高风险', text: '当前有效的失信被执行人、限制高消费、严重违法、税收违法。' },
  {
    term: '中风险',
    text: '当前有效的被执行人、经营异常，以及本企业为被告的判决。行政处罚中，罚款 10 万元及以上、责令停产停业或吊销许可等。',
  },
  { term: '提示', text: '当前有效的开庭公告、法院公告、股权出质、轻微处罚。本企业非被告的文书。' },
]
