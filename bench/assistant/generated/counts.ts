import type { AssistantCase, StatedValue } from '../case.ts'
import type { CompanyRow } from '../store-rows.ts'
import { type Drawing, drawCases, filled, pickEntry } from './drawing.ts'

type Condition = (company: CompanyRow) => boolean
/** Words of a condition, and the companies that it may mean: 2015 年以后 has two readings. */
type Drawn = { places: Readonly<Record<string, string>>; readings: readonly Condition[] }

const all =
  (...conditions: readonly Condition[]): Condition =>
  (company) =>
    conditions.every((condition) => condition(company))

function drawRegion({ random, rows }: Drawing) {
  const { code, name } = random.pick(rows.provinces.filter((province) => Number(province.code) < 70))
  const condition: Condition = ({ region_code, list_province }) =>
    region_code === null ? list_province === name : region_code.startsWith(code)
  return {
    word: random.below(2) === 0 ? name : name.replace(/(?:省|市|壮族自治区|回族自治区|维吾尔自治区|自治区)$/u, ''),
    condition,
  }
}

function drawIndustry({ random, rows, real }: Drawing) {
  const used = rows.sections.filter(({ code }) => real.some((company) => company.industry_section === code))
  const { code, name } = random.pick(used)
  const condition: Condition = (company) => company.industry_section === code
  return { word: name, condition }
}

function drawYear({ random }: Drawing, wording: string): { word: string; readings: Condition[] } {
  const year = 1985 + random.below(33)
  const within: Condition = ({ founded_on: day }) => day !== null && day.startsWith(`${year}`)
  const after: Condition = ({ founded_on: day }) => day !== null && Number(day.slice(0, 4)) > year
  const before: Condition = ({ founded_on: day }) => day !== null && Number(day.slice(0, 4)) < year
  const either =
    (a: Condition, b: Condition): Condition =>
    (company) =>
      a(company) || b(company)
  if (/年(?:以后|之后|后)/u.test(wording)) return { word: `${year}`, readings: [either(within, after), after] }
  if (/年(?:以前|之前|前)/u.test(wording)) return { word: `${year}`, readings: [before, either(within, before)] }
  return { word: `${year}`, readings: [within] }
}

function drawAmount({ random }: Drawing, wording: string): { word: string; condition: Condition } {
  const [word, bound] = random.pick<[string, number]>([
    ['1亿', 10_000],
    ['5亿元', 50_000],
    ['10亿元', 100_000],
    ['5000万', 5_000],
    ['3亿元', 30_000],
    ['20亿', 200_000],
    ['100亿元', 1_000_000],
  ])
  const condition: Condition = ({ capital_comparable: capital }) => {
    if (capital === null) return false
    if (wording.includes('以下')) return capital <= bound
    return wording.includes('以上') ? capital >= bound : capital > bound
  }
  return { word, condition }
}

const isListed: Condition = (company) => company.is_listed === 1

/** Words and readings of the places of a wording. */
function drawConditions(drawing: Drawing, wording: string): Drawn {
  const places: Record<string, string> = {}
  let readings: Condition[] = [() => true]
  const narrow = (conditions: readonly Condition[]) => {
    readings = readings.flatMap((reading) => conditions.map((condition) => all(reading, condition)))
  }
  if (wording.includes('{region}')) {
    const { word, condition } = drawRegion(drawing)
    places['region'] = word
    narrow([condition])
  }
  if (wording.includes('{industry}')) {
    const { word, condition } = drawIndustry(drawing)
    places['industry'] = word
    narrow([condition])
  }
  if (wording.includes('{year}')) {
    const drawn = drawYear(drawing, wording)
    places['year'] = drawn.word
    narrow(drawn.readings)
  }
  if (wording.includes('{amount}')) {
    const { word, condition } = drawAmount(drawing, wording)
    places['amount'] = word
    narrow([condition])
  }
  if (wording.includes('上市')) narrow([isListed])
  for (const status of ['注销', '存续', '吊销']) {
    if (wording.includes(status)) narrow([(company) => company.status === status])
  }
  return { places, readings }
}

const counted = (drawing: Drawing, readings: readonly Condition[]): StatedValue =>
  [...new Set(readings.map((reading) => drawing.real.filter(reading).length))].flatMap((count) =>
    count === 0 ? ['未查询到', '共0家'] : [`共${count}家`],
  )

export function countCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, perKind } = drawing
  return drawCases('count', perKind, () => {
    const [, wordings] = pickEntry(random, phrasings.count)
    const wording = random.pick(wordings)
    const { places, readings } = drawConditions(drawing, wording)
    return {
      question: filled(wording, places),
      expected: { type: 'states', values: [counted(drawing, readings)], companyIds: [] },
    }
  })
}

export function filterCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, real, perKind } = drawing
  return drawCases('filter', perKind, () => {
    const wording = random.pick(phrasings.filter)
    const { places, readings } = drawConditions(drawing, wording)
    const fitting = real.filter((company) => readings.some((reading) => reading(company)))
    return {
      question: filled(wording, places),
      expected: {
        type: 'states',
        values: [counted(drawing, readings)],
        listed: fitting.map(({ name }) => name),
        companyIds: null,
      },
    }
  })
}
