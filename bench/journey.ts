import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { chooseFilters, openResults, searchField } from '../e2e/lib/pages.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { benchFolder } from './lib/bench-store.ts'
import {
  accusedRows,
  chooseSort,
  headingShown,
  resultsFor,
  type SeenAnswer,
  suggestionsFor,
  suggestionsShown,
  watchAnswers,
} from './lib/journey-page.ts'
import { flingUpSlowed, rowsInView, scrollToEnd, weightOf } from './lib/journey-scroll.ts'
import { openMillionStore } from './lib/million-store.ts'
import { printMachine, printTable } from './lib/table.ts'
import { createTargets, written } from './lib/targets.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:journey [-- --data <folder> --starter]`: what a person does on a phone over a whole register, in a real
 * browser: types fast, opens a very common word, filters, sorts, scrolls to row 1,000, comes back from a company. Prints
 * what the page said and how long each answer took as the page saw it. The pictures show rows of the register and stay
 * in `DATA_DIR/bench/journey`. `--starter` goes the same way over the starter set. Exits with 1 when a target is missed.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, starter: { type: 'boolean', default: false } } })

/** Between two characters. Milliseconds. */
const TYPING_MS = 40
/** What is typed, and then changed to without a pause. */
const TYPED = '北京科技'
const RETYPED = '北京银行'
/** In nearly every name. */
const COMMON = '有限公司'
/** In many names, and in what many companies do. */
const TRADE = '科技'
/** In the middle of the page: some row of a list. */
const MIDDLE = { x: 180, y: 450 }
const REGION = { code: '44', name: '广东省' }

const rows = [['step', 'what the page said', 'answer', 'shown after']]
const targets = createTargets()
const pictures = path.join(benchFolder(), 'journey')
const milliseconds = (value: number | undefined) => (value === undefined ? '' : `${written(value)} ms`)

type Step<T> = {
  name: string
  /** What the page has to hear before it can show anything. */
  answer: Promise<T>
  act: () => Promise<unknown>
  read: () => Promise<string>
}

class Walk {
  readonly page: Page
  readonly answers: SeenAnswer[]
  accused = 0

  constructor(page: Page) {
    this.page = page
    this.answers = watchAnswers(page)
  }

  /** Does something, waits until the page shows the answer, notes both times and keeps a picture. */
  async step<T>({ name, answer, act, read }: Step<T>): Promise<T> {
    const known = this.answers.length
    const actTimed = async () => {
      await act()
      return performance.now()
    }
    const [answered, actedAt] = await Promise.all([answer, actTimed()])
    const said = await read()
    const shown = performance.now() - actedAt
    const taken = this.answers.slice(known).findLast(({ kind }) => kind !== 'count')?.milliseconds
    rows.push([name, said, milliseconds(taken), milliseconds(shown)])
    await this.look(name)
    return answered
  }

  async look(name: string) {
    this.accused += await accusedRows(this.page)
    const number = String(rows.length - 1).padStart(2, '0')
    await this.page.screenshot({ path: path.join(pictures, `${number} ${name}.png`) })
  }

  slowest(kind: SeenAnswer['kind']) {
    return Math.max(...this.answers.filter((answer) => answer.kind === kind).map((answer) => answer.milliseconds))
  }
}

async function typeFast(walk: Walk, name: string, keyword: string, act: () => Promise<unknown>) {
  const { page } = walk
  const suggested = await walk.step({
    name,
    answer: suggestionsFor(page, keyword),
    act,
    read: async () => `${(await suggestionsShown(page)).length} suggestions`,
  })
  const shown = await suggestionsShown(page)
  targets.holds(
    `${name}: suggestions to the last text`,
    `${shown.length} rows`,
    shown.length > 0 && shown.join('\n') === suggested.join('\n'),
  )
}

async function typeAndSearch(walk: Walk) {
  const { page } = walk
  const field = searchField(page)
  await page.goto('/#/search')
  await typeFast(walk, 'typing fast', TYPED, () => field.pressSequentially(TYPED, { delay: TYPING_MS }))
  await typeFast(walk, 'changing the end', RETYPED, async () => {
    for (let back = 0; back < 2; back++) await field.press('Backspace', { delay: TYPING_MS })
    await field.pressSequentially(RETYPED.slice(-2), { delay: TYPING_MS })
  })
  const asked = walk.answers.filter(({ kind }) => kind === 'suggestions').length
  targets.atMost('suggestions asked for while typing two texts', asked, 2, '')
  await field.fill(COMMON)
  await walk.step({
    name: 'a very common word',
    answer: resultsFor(page, { keyword: COMMON }),
    act: () => field.press('Enter'),
    read: () => headingShown(page),
  })
}

async function sortAndFilter(walk: Walk) {
  const { page } = walk
  const read = () => headingShown(page)
  await walk.step({
    name: 'by capital',
    answer: resultsFor(page, { keyword: COMMON, sort: 'capitalHighest' }),
    act: () => chooseSort(page, '默认排序', '注册资本从高到低'),
    read,
  })
  const newest = { keyword: COMMON, sort: 'foundedNewest' }
  const { list } = await walk.step({
    name: 'by date',
    answer: resultsFor(page, newest),
    act: () => chooseSort(page, '注册资本从高到低', '成立日期从新到旧'),
    read,
  })
  const dates = list.flatMap(({ foundedOn }) => foundedOn ?? [])
  targets.holds('newest first', `${dates.length} dates`, dates.join() === dates.toSorted().toReversed().join())
  const inRegion = await walk.step({
    name: 'in one province',
    answer: resultsFor(page, { ...newest, region: REGION.code }),
    act: () => chooseFilters(page, [REGION.name, `全部${REGION.name}`], /^地区/),
    read,
  })
  const strangers = inRegion.list.filter(({ region }) => region?.startsWith(REGION.name) !== true)
  targets.atMost('rows of another province', strangers.length, 0, '')
  await walk.step({
    name: 'of one kind',
    answer: resultsFor(page, { ...newest, region: REGION.code, type: 'jointStock' }),
    act: () => chooseFilters(page, ['股份有限公司']),
    read,
  })
  await walk.step({
    name: 'another word',
    answer: resultsFor(page, { keyword: TRADE }),
    act: () => openResults(page, TRADE),
    read,
  })
  await walk.step({
    name: 'in 经营范围 only',
    answer: resultsFor(page, { keyword: TRADE, within: 'scope' }),
    act: () => chooseFilters(page, ['经营范围']),
    read,
  })
}

async function readOn(walk: Walk) {
  const { page, answers } = walk
  const cdp = await page.context().newCDPSession(page)
  const opened = resultsFor(page, { keyword: COMMON })
  await openResults(page, COMMON)
  await opened
  await headingShown(page)
  const before = await weightOf(page, cdp)
  const known = answers.length
  const end = await scrollToEnd(page)
  const pages = answers.slice(known).map((answer) => answer.milliseconds)
  rows.push(['to the end of the list', end, `${milliseconds(median(pages))} median of ${pages.length}`, ''])
  await walk.look('the end of the list')
  targets.holds('row 1,000 is reached', end, end.includes('1000'))
  const after = await weightOf(page, cdp)
  for (const [where, weight] of Object.entries({ first: before, last: after })) {
    targets.note(`elements in the page at the ${where} row`, weight.elements, '')
    targets.note(`script memory at the ${where} row`, weight.memoryMib, 'MiB')
  }

  const inView = await rowsInView(page)
  const asked = answers.length
  await page.mouse.click(MIDDLE.x, MIDDLE.y)
  await page.getByRole('tab', { name: '概览' }).waitFor()
  await page.goBack()
  await headingShown(page)
  const isBack = (await rowsInView(page)) === inView && answers.length === asked
  targets.holds('back from a company: the same rows in view, nothing asked again', isBack ? 'yes' : 'no', isBack)

  const { frames, lateFrames, longestTask } = await flingUpSlowed(page, cdp)
  targets.note('processor 4 times slower: frames later than 50 ms', lateFrames, `of ${frames}`)
  targets.note('processor 4 times slower: longest task while scrolling', longestTask, 'ms')
}

const dataFolder = values.starter ? {} : { DATA_DIR: await openMillionStore(values.data) }
const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(), ...dataFolder })
const flags = (process.env['CHROMIUM_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
const browser = await chromium.launch({
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  args: ['--no-sandbox', '--disable-background-networking', ...flags],
})
try {
  rmSync(pictures, { recursive: true, force: true })
  mkdirSync(pictures, { recursive: true })
  await server.start()
  const token = await createSession(server)
  const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, baseURL: server.baseUrl, locale: 'zh-CN' })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const walk = new Walk(await context.newPage())
  await typeAndSearch(walk)
  await sortAndFilter(walk)
  await readOn(walk)
  targets.atMost('slowest suggestions, as the page saw them', walk.slowest('suggestions'), 150, 'ms')
  targets.atMost('slowest results, as the page saw them', walk.slowest('results'), 500, 'ms')
  targets.note('slowest count in the filter sheet', walk.slowest('count'), 'ms')
  targets.atMost('rows of real companies that tell of a risk', walk.accused, 0, '')
} finally {
  await browser.close()
  await server.dispose()
}
printMachine()
console.log(values.starter ? 'starter set' : 'a whole register')
console.log('Suggestions are shown after the pause of 300 ms that the page waits for while someone types.\n')
printTable(rows)
targets.print()
console.log(`\nPictures, for those who may see the register: ${pictures}`)
