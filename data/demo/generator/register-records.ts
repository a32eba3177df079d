import { at } from './cast.ts'
import { creditCode } from './codes.ts'
import type { DemoCompany } from './company.ts'
import { AS_OF, daysAfter, earliest, yearOf, yearsAfter } from './days.ts'
import { type Holding, reportedHoldings, reportedOn } from './holdings.ts'
import type { RegisterLife, Senior } from './register-life.ts'
import type { Change } from './register-steps.ts'
import { industryName, people, provinceOf, regions } from './words.ts'
import { aboutCompany, type Told, type World } from './world.ts'

/** What the register publishes of a company today: one record for each of its parts. */

const exact = (amount: number) => Math.round(amount * 1e6) / 1e6
const partOf = (whole: number, percent: number) => exact((whole * percent) / 100)

function tagsOf({ holder, percent }: Holding, all: readonly Holding[]): string[] {
  const isPerson = holder.type === '自然人股东'
  const isLargest = all.every((other) => other.holder === holder || other.percent < percent)
  return [
    ...(isLargest && all.length > 1 ? ['大股东'] : []),
    ...(isPerson && percent > 50 ? ['实际控制人（疑似）'] : []),
    ...(isPerson && percent >= 25 ? ['受益所有人（疑似）'] : []),
  ]
}

type Basis = { basis: string; basisDate: string }

/** What an owner put in, and how much of the whole it is. */
function shareOf(
  { capital, unit, row }: DemoCompany,
  { holder, percent, since }: Holding,
  isOfRegister: boolean,
): Told {
  const paid = isOfRegister ? row.paidInValue : undefined
  return {
    percent,
    subscribedAmount: partOf(capital, percent),
    subscribedAmountUnit: unit,
    ...(paid !== undefined && {
      paidAmount: partOf(paid, percent),
      paidAmountUnit: unit,
      paidDate: earliest(daysAfter(since, 90), AS_OF),
    }),
    finalBenefitPercent: holder.type === '自然人股东' ? percent : null,
  }
}

export function addShareholders(world: World, company: DemoCompany, holdings: readonly Holding[], told: Basis | null) {
  const { basis, basisDate } = told ?? { basis: '工商登记', basisDate: AS_OF }
  holdings.forEach((holding, place) => {
    const { holder, percent, since, holdType } = holding
    // One company tells nothing of its first owner's share: where a part is missing nothing can be summed.
    const isUntold = company.at === at.untold && place === 0
    const tags = isUntold ? [] : tagsOf(holding, holdings)
    world.add('shareholderInfo', {
      ...aboutCompany(company),
      name: holder.name,
      holderType: holder.type,
      ...(!isUntold && shareOf(company, holding, told === null)),
      subscribedDate: yearsAfter(since, 5),
      contributionForm: holder.company === undefined && percent === 30 ? ['货币', '实物'] : ['货币'],
      ...(tags.length > 0 && { tags }),
      creditCode: holder.company?.code,
      firstHoldDate: since,
      basis,
      basisDate,
      holdType,
    })
  })
}

export const addReportedShareholders = (world: World) =>
  addShareholders(world, world.company(at.listed), reportedHoldings(world), {
    basis: '最新公示',
    basisDate: reportedOn,
  })

const left = (removedAt: string, removedReason: string) => ({ recordStatus: '历史', removedAt, removedReason })

/** Owners and senior staff of before, as the register keeps them. */
export function addFormer(world: World, company: DemoCompany, { formerOwners, formerSeniors }: RegisterLife) {
  for (const { name, percent, since, until } of formerOwners) {
    world.add('shareholderInfo', {
      ...aboutCompany(company),
      name,
      holderType: '自然人股东',
      percent,
      firstHoldDate: since,
      basis: '工商登记',
      basisDate: until,
      ...left(until, '股权已转让'),
    })
  }
  for (const { name, positions, since, until } of formerSeniors) {
    world.add('keyPerson', {
      ...aboutCompany(company),
      name,
      positions,
      appointedDate: since,
      ...left(until, '已离任'),
    })
  }
}

/** Each owner's side of its holding. */
export function addInvestments(world: World, company: DemoCompany, holdings: readonly Holding[]) {
  for (const { holder, percent, since } of holdings) {
    if (holder.company === undefined) continue
    world.add('overseasInvest', {
      ...aboutCompany(holder.company),
      name: company.name,
      legalRep: company.legalRep,
      status: company.row.status,
      percent,
      subscribedAmount: partOf(company.capital, percent),
      subscribedAmountUnit: company.unit,
      regCapital: company.capital,
      regCapitalUnit: company.unit,
      foundedDate: company.foundedOn,
      investDate: since,
      region: `${company.province}演示市`,
      industry: industryName(company.row.industry),
      creditCode: company.code,
      territory: '境内',
    })
  }
}

/** What two of them hold abroad, where no register of this world reaches. */
export function addForeignInvestments(world: World) {
  const abroad = [
    { owner: at.listed, name: '演示阿尔法国际有限公司（YANSHI ALPHA LIMITED）', percent: 100, capital: 500 },
    { owner: at.jointVenture, name: '演示贝塔贸易私人有限公司（YANSHI BETA PTE. LTD.）', percent: 45.5, capital: 20 },
  ]
  for (const { owner, name, percent, capital } of abroad) {
    const company = world.company(owner)
    world.add('overseasInvest', {
      ...aboutCompany(company),
      name,
      percent,
      subscribedAmount: partOf(capital, percent),
      subscribedAmountUnit: '万美元',
      regCapital: capital,
      regCapitalUnit: '万美元',
      investDate: daysAfter(company.foundedOn, 90),
      region: '演示海外',
      territory: '境外',
    })
  }
}

/** What was held in a company that is no more. */
export function addFormerInvestment(world: World) {
  const ended = world.company(at.struckOff)
  const percent = 25
  world.add('overseasInvest', {
    ...aboutCompany(world.company(at.bank)),
    name: ended.name,
    status: ended.row.status,
    percent,
    subscribedAmount: partOf(ended.capital, percent),
    subscribedAmountUnit: ended.unit,
    foundedDate: ended.foundedOn,
    creditCode: ended.code,
    territory: '境内',
    ...left(ended.lastDay, '被投资企业已注销'),
  })
}

export function addSeniors(world: World, company: DemoCompany, seniors: readonly Senior[]) {
  for (const { name, positions, since } of seniors) {
    world.add('keyPerson', { ...aboutCompany(company), name, positions, appointedDate: since })
  }
}

export function addBranches(world: World, company: DemoCompany, count: number) {
  const { draw } = world
  for (let number = 1; number <= count; number += 1) {
    const region = draw.pick(regions)
    const isClosed = draw.chance(0.2) || company.row.endedOn !== undefined
    world.add('branch', {
      ...aboutCompany(company),
      name: `${company.name}${provinceOf(region).slice(0, 3)}第${number}分公司`,
      legalRep: draw.pick(people),
      status: isClosed ? '注销' : '存续',
      foundedDate: draw.dayBetween(daysAfter(company.foundedOn, 60), company.lastDay),
      region: `${provinceOf(region)}演示市`,
      creditCode: world.fresh(1e9, () => creditCode('91', region, draw.below)),
    })
  }
}

export function addChanges(world: World, company: DemoCompany, changes: readonly Change[]) {
  changes.forEach(({ item, date, before, after }, place) => {
    world.add('changeRecord', { ...aboutCompany(company), item, before, after, changeDate: date, seq: place + 1 })
  })
}

/** Years of annual reports, the newest as the company itself says; in some a report is missing. */
export function addInsurance(world: World, company: DemoCompany, missingYear: number | null) {
  const { insuredYear, insuredCount } = company.row
  if (insuredYear === undefined || insuredCount === undefined) return
  let count = insuredCount
  for (let year = insuredYear; year >= Math.max(insuredYear - 6, yearOf(company.foundedOn)); year -= 1) {
    if (year !== missingYear) world.add('annualInsurance', { ...aboutCompany(company), year, insuredCount: count })
    count = Math.max(0, count + world.draw.between(-20, 12))
  }
}
