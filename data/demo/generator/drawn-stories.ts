import { addAbnormality, addPenalty, addTaxViolation, type Standing } from './business.ts'
import { at } from './cast.ts'
import type { DemoCompany } from './company.ts'
import { daysAfter, daysAgo, daysFrom, yearOf } from './days.ts'
import type { Lives } from './lives.ts'
import { addMatter } from './matter-records.ts'
import { type Ending, reaches, sideOf, sideOfPerson } from './matters.ts'
import { courtsIn, people } from './words.ts'
import type { World } from './world.ts'

/** What befell those no story is about: as much as befalls a company, drawn. */

const causes = ['买卖合同纠纷', '承揽合同纠纷', '租赁合同纠纷', '运输合同纠纷', '建设工程施工合同纠纷', '服务合同纠纷']
const labourCauses = ['劳动争议', '追索劳动报酬纠纷', '经济补偿金纠纷']
const endings: readonly Ending[] = ['running', 'running', 'paid', 'paid', 'settled', 'disputed']
const standings: readonly Standing[] = ['current', 'current', 'repaired', 'expired', 'disputed']
/** Courts publish what is no older. */
const OLDEST = 3_000

function addDrawnMatter(world: World, company: DemoCompany, { legalRepOn }: Lives) {
  const { draw } = world
  const first = [daysAfter(company.foundedOn, 60), daysAgo(OLDEST)].toSorted()[1] ?? company.foundedOn
  // A company that has ended is sued no more.
  const last = [daysAfter(company.lastDay, -60), daysAgo(20)].toSorted()[0] ?? company.lastDay
  if (daysFrom(first, last) < 1) return
  const filedOn = draw.dayBetween(first, last)
  const isLabour = draw.chance(0.3)
  const maker = world.company(at.manufacturer)
  const isFromMaker = !isLabour && maker.foundedOn < filedOn && draw.chance(0.7)
  const isServedByNotice = draw.chance(0.25)
  addMatter(world, {
    creditor: isFromMaker ? sideOf(maker) : sideOfPerson(draw.pick(people)),
    debtor: sideOf(company),
    cause: draw.pick(isLabour ? labourCauses : causes),
    amount: draw.between(8, 900) * 1_000,
    court: draw.pick(courtsIn(company.region)),
    filedOn,
    reach: draw.pick(reaches.slice(0, isLabour ? 2 : 5)),
    ending: draw.pick(endings),
    legalRepOn: legalRepOn(company.at),
    ...(isServedByNotice && { isServedByNotice }),
  })
}

function addDrawnAbnormality(world: World, company: DemoCompany) {
  const { draw } = world
  const years = yearOf(company.lastDay) - yearOf(company.foundedOn)
  if (years < 2) return
  const year = yearOf(company.lastDay) - draw.between(1, Math.min(4, years - 1))
  const addDate = `${year}-07-0${draw.between(2, 9)}`
  addAbnormality(world, company, addDate, draw.chance(0.6) ? daysAfter(addDate, draw.between(20, 120)) : null)
}

export function drawStories(world: World, lives: Lives, places: readonly number[]) {
  const { draw } = world
  for (const place of places) {
    const company = world.company(place)
    for (let matters = draw.below(4); matters > 0; matters -= 1) addDrawnMatter(world, company, lives)
    for (let penalties = draw.below(3); penalties > 0; penalties -= 1) {
      if (company.row.endedOn === undefined) {
        addPenalty(world, company, { standing: draw.pick(standings), isGrave: draw.chance(0.25) })
      }
    }
    if (draw.chance(0.4)) addDrawnAbnormality(world, company)
    if (draw.chance(0.05)) addTaxViolation(world, company, daysAgo(draw.between(30, 200)), company.legalRep, 'current')
  }
}
