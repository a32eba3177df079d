import type { DemoCompany } from './company.ts'
import { AS_OF, daysAfter, earliest, yearOf, yearsAfter } from './days.ts'
import { money } from './documents.ts'
import type { Holding } from './holdings.ts'
import { marketOffice, officesOf, taxOffice } from './words.ts'
import { aboutCompany, type Told, type World } from './world.ts'

/** Records of offices: each stands, or is over in one of the ways its source knows. */

/** `expired`: its last day is over, so nobody may see it any more. */
export type Standing = 'current' | 'repaired' | 'disputed' | 'expired' | 'withdrawn'

type Penalty = { reason: string; kinds: string[]; fine: number; legalBasis: string; facts: string; isGrave: boolean }
const slight: readonly Penalty[] = [
  {
    reason: '广告违法',
    kinds: ['罚款'],
    fine: 2,
    legalBasis: '《中华人民共和国广告法》第五十五条',
    facts: '当事人在其店堂宣传页中使用绝对化用语。',
    isGrave: false,
  },
  {
    reason: '未按规定明码标价',
    kinds: ['警告', '罚款'],
    fine: 0.3,
    legalBasis: '《中华人民共和国价格法》第四十二条',
    facts: '当事人销售的部分商品没有标明价格。',
    isGrave: false,
  },
  {
    reason: '消防设施未保持完好有效',
    kinds: ['罚款'],
    fine: 0.8,
    legalBasis: '《中华人民共和国消防法》第六十条',
    facts: '当事人场所的消火栓无水，应急照明损坏。',
    isGrave: false,
  },
]
const grave: readonly Penalty[] = [
  {
    reason: '未取得施工许可证擅自施工',
    kinds: ['罚款', '责令停产停业'],
    fine: 18.6,
    legalBasis: '《中华人民共和国建筑法》第六十四条',
    facts: '当事人在未取得施工许可证的情况下开工建设。',
    isGrave: true,
  },
  {
    reason: '超标排放水污染物',
    kinds: ['罚款', '没收违法所得'],
    fine: 25,
    legalBasis: '《中华人民共和国水污染防治法》第八十三条',
    facts: '当事人总排口化学需氧量超过排放标准。',
    isGrave: true,
  },
]

/** Days before AS_OF within which a penalty is still shown, and how long each stays published. */
const terms = { slight: { recent: 280, months: 12 }, grave: { recent: 900, months: 36 } }

function lifeOf({ draw }: World, standing: Standing, term: { recent: number; months: number }, founded: string) {
  const isOld = standing === 'expired'
  const days = term.months * 30.5
  const [least, most] = isOld ? [days + 60, days + 500] : [60, term.recent]
  const drawn = daysAfter(AS_OF, -draw.between(Math.round(least), Math.round(most)))
  const decidedOn = drawn > daysAfter(founded, 30) ? drawn : null
  if (decidedOn === null) return null
  const publishedOn = daysAfter(decidedOn, draw.between(3, 7))
  const displayUntil = yearsAfter(publishedOn, term.months / 12)
  return { decidedOn, publishedOn, displayUntil }
}

function stateOf(standing: Standing, publishedOn: string, reason: string): Told {
  if (standing === 'disputed') return { recordStatus: '异议处理中' }
  const removedAt = earliest(daysAfter(publishedOn, 45), AS_OF)
  if (standing === 'repaired') return { recordStatus: '已修复', removedAt, removedReason: reason }
  if (standing === 'withdrawn') return { recordStatus: '已撤销', removedAt, removedReason: '原决定已撤销' }
  return { recordStatus: '当前有效' }
}

type PenaltyPlan = { standing: Standing; isGrave?: boolean; isToldTwice?: boolean; legalRep?: string }

/** 行政处罚; `isToldTwice`: the register tells it too. null where the company is too young for it. */
export function addPenalty(world: World, company: DemoCompany, plan: PenaltyPlan): Told | null {
  const { draw } = world
  const penalty = draw.pick(plan.isGrave === true ? grave : slight)
  const life = lifeOf(world, plan.standing, plan.isGrave === true ? terms.grave : terms.slight, company.foundedOn)
  if (life === null) return null
  const office = draw.pick(officesOf(company.region))
  const docNo = world.fresh(400, (number) => `演罚决字〔${yearOf(life.decidedOn)}〕第${number}号（${company.region}）`)
  const shared: Told = {
    ...aboutCompany(company),
    docNo,
    reason: penalty.reason,
    kinds: penalty.kinds,
    result: `罚款人民币 ${money(penalty.fine * 10_000)} 元${penalty.isGrave ? '，责令改正' : ''}。`,
    fineAmount: penalty.fine,
    fineAmountUnit: '万元',
    office,
    decisionDate: life.decidedOn,
    publishDate: life.publishedOn,
    displayUntil: life.displayUntil,
    ...stateOf(plan.standing, life.publishedOn, '已完成信用修复'),
  }
  const told = {
    ...shared,
    ...(penalty.kinds.includes('没收违法所得') && { confiscatedAmount: 0.5, confiscatedAmountUnit: '万元' }),
    legalBasis: penalty.legalBasis,
    facts: penalty.facts,
  }
  world.add('punishment', told)
  if (plan.isToldTwice === true) {
    world.add('punishment', { ...shared, legalRep: plan.legalRep, remark: '决定书全文见处罚机关网站' }, 'demo-register')
  }
  return told
}

const unreachable = '通过登记的住所或者经营场所无法联系'

/** 经营异常. */
export function addAbnormality(world: World, company: DemoCompany, addDate: string, removeDate: string | null) {
  const isReport = addDate.slice(5, 7) === '07'
  const removeReason = isReport ? '已补报并公示年度报告' : '通过登记的住所或者经营场所可以重新取得联系'
  world.add('businessRisk', {
    ...aboutCompany(company),
    addReason: isReport ? '未依照《企业信息公示暂行条例》第八条规定的期限公示年度报告' : unreachable,
    addDate,
    addOffice: marketOffice(company.region),
    ...(removeDate !== null && {
      removeReason,
      removeDate,
      removeOffice: marketOffice(company.region),
      recordStatus: '已移出',
      removedAt: removeDate,
      removedReason: removeReason,
    }),
  })
}

/** 严重违法失信. */
export function addSeriousViolation(world: World, company: DemoCompany, addDate: string, removeDate: string | null) {
  const removeReason = '列入满一年，已履行义务并完成信用修复'
  world.add('seriousViolation', {
    ...aboutCompany(company),
    type: '严重违法失信企业名单',
    addReason: '提交虚假材料或者采取其他欺诈手段隐瞒重要事实取得登记',
    addDate,
    addOffice: marketOffice(company.region),
    ...(removeDate !== null && {
      removeReason,
      removeDate,
      removeOffice: marketOffice(company.region),
      recordStatus: '已移出',
      removedAt: removeDate,
      removedReason: removeReason,
    }),
  })
}

/** 税收违法. */
export function addTaxViolation(
  world: World,
  company: DemoCompany,
  publishDate: string,
  legalRep: string,
  standing: Standing,
) {
  const { draw } = world
  const invoices = draw.between(12, 90)
  const fine = draw.between(5, 60)
  world.add('taxViolation', {
    taxpayerName: company.name,
    taxpayerNo: company.code,
    orgCode: `${company.code.slice(8, 16)}-${company.code.charAt(16)}`,
    address: company.row.address,
    caseNature: draw.pick(['偷税', '虚开增值税普通发票', '逃避追缴欠税']),
    taxOffice: taxOffice(company.region),
    publishDate,
    facts: `经检查，当事人在经营期间违规开具或者取得发票 ${invoices} 份，少缴税款。`,
    penalty: `依据《中华人民共和国税收征收管理法》相关规定，追缴税款并处罚款 ${fine} 万元。`,
    legalRep,
    financeHead: '演示壬',
    ...stateOf(standing, publishDate, '已缴清税款、滞纳金和罚款'),
  })
}

type PledgePlan = {
  company: DemoCompany
  holding: Holding
  pledgee: { name: string; code?: string }
  registeredOn: string
  /** Share of the holding that is pledged. */
  share: number
  /** In 万股 instead of the unit of the capital. */
  unit?: string
  ending?: { day: string; reason?: string; revoked?: string }
}

/** 股权出质. */
export function addPledge(world: World, { company, holding, pledgee, registeredOn, share, unit, ending }: PledgePlan) {
  const number = world.fresh(
    9_000,
    (drawn) => `演股质登记设字〔${yearOf(registeredOn)}〕第${String(drawn).padStart(4, '0')}号`,
  )
  const amount = Math.round(((company.capital * holding.percent) / 100) * share * 100) / 100
  const revoked = ending?.revoked
  world.add('equityPledge', {
    registerNo: number,
    status: ending === undefined ? '有效' : '无效',
    pledgor: holding.holder.name,
    pledgorCertNo: holding.holder.company?.code,
    targetCompany: company.name,
    targetCertNo: company.code,
    amount,
    amountUnit: unit ?? company.unit,
    pledgee: pledgee.name,
    pledgeeCertNo: pledgee.code,
    registerDate: registeredOn,
    publishDate: daysAfter(registeredOn, 2),
    ...(ending !== undefined && {
      changes: [{ date: ending.day, content: revoked === undefined ? '股权出质注销登记' : '股权出质撤销登记' }],
      ...(revoked === undefined
        ? { cancelDate: ending.day, cancelReason: ending.reason ?? '主债权消灭' }
        : { revokeDate: ending.day, revokeReason: revoked }),
      recordStatus: '历史',
      removedAt: ending.day,
      removedReason: revoked === undefined ? '已注销' : '已撤销登记',
    }),
  })
}
