import { type FieldTable, type Party, type RecordFields, textOf } from './fields.ts'

/** Side of each role in court (PRODUCT B0). Courts use different words for the same side. */
export const caseIdentities = ['被告', '原告', '第三人', '其他'] as const
type CaseIdentity = (typeof caseIdentities)[number]

const sides: Readonly<Record<string, CaseIdentity>> = {
  被告: '被告',
  被告人: '被告',
  被上诉人: '被告',
  被申请人: '被告',
  被执行人: '被告',
  再审被申请人: '被告',
  赔偿义务机关: '被告',
  原告: '原告',
  原告人: '原告',
  上诉人: '原告',
  申请人: '原告',
  申请执行人: '原告',
  再审申请人: '原告',
  赔偿请求人: '原告',
  公诉机关: '原告',
  公诉人: '原告',
  异议人: '原告',
  第三人: '第三人',
}

export const caseIdentityOf = (role: string): CaseIdentity => sides[role] ?? '其他'

export const caseTypes = [
  '民事',
  '刑事',
  '行政',
  '管辖',
  '国家赔偿与司法救助',
  '区际司法协助',
  '国际司法协助',
  '司法制裁',
  '非诉保全审查',
  '执行',
  '强制清算与破产',
  '其他',
] as const

/** Causes of labour disputes in the words of the courts, for the job-seeker card. */
const labour = /劳动|劳务派遣|工伤|追索劳动报酬|经济补偿金|竞业限制|社会保险(待遇)?纠纷|福利待遇/

export const isLabourDispute = (fields: RecordFields): boolean => labour.test(textOf(fields, 'cause') ?? '')

const causesNotKept = /离婚|婚姻|抚养|扶养|赡养|收养|监护|继承|遗嘱|遗赠|分家析产|未成年|宣告失踪|宣告死亡|国家秘密/

/** Cases that may not be published by law, and cases of private life (PRODUCT B0, B5). */
export function notKeptCase(fields: RecordFields): string | null {
  if (causesNotKept.test(textOf(fields, 'cause') ?? '') || causesNotKept.test(textOf(fields, 'caseName') ?? '')) {
    return '依法不公开或只涉及个人的案件'
  }
  return textOf(fields, 'docType') === '调解书' ? '依法不公开的调解书' : null
}

/** Year in which a case was opened, from its number. */
export const yearOfCaseNumber = (fields: RecordFields): string | null =>
  /^（(\d{4})）/.exec(textOf(fields, 'caseNo') ?? '')?.[1] ?? null

/** Parties by role, in the order of first appearance (SPEC §3). */
export function groupParties(parties: readonly Party[]): { role: string; parties: Party[] }[] {
  const groups = new Map<string, Party[]>()
  for (const party of parties) groups.set(party.role, [...(groups.get(party.role) ?? []), party])
  return [...groups].map(([role, members]) => ({ role, parties: members }))
}

/** Name of the `parties` field; null: the kind has none. */
export const partiesFieldOf = (fields: FieldTable): string | null =>
  Object.entries(fields).find(([, field]) => field.type === 'parties')?.[0] ?? null
