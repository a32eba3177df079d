import type { TrackedEvent } from '../tracked-event.ts'
import { type AccountFact, type parseFunnel, stepsInAnyOrder, stepsInOrder } from './funnel.rules.ts'

/** A visit ends with a pause of this length; no page counts longer. */
const VISIT_GAP_MS = 30 * 60_000
/** Different values of a figure in one day; the rest is 其他. Clients choose the values. */
const VALUES_PER_FIGURE = 2_000
/** Channels in one day, as they multiply all figures. */
const CHANNELS = 200
/** Steps of a visit that are looked at. */
const STEPS_PER_VISIT = 500

export const OTHER = '其他'

/** Figures that are stored per day. `value` is empty, or a page, an element, a device type, a step or a type of event. */
export const storedFigures = [
  'visits',
  'newPeople',
  'pages',
  'clicks',
  'devices',
  'inOrder',
  'anyOrder',
  'events',
] as const
export type StoredFigure = (typeof storedFigures)[number]

export type FigureRow<People> = {
  figure: StoredFigure
  fr: string
  platformType: string
  value: string
  /** Visits, page views, clicks or events. */
  count: number
  /** Page views with a known time, and their milliseconds. */
  timed: number
  ms: number
  people: People
}

/** Somebody with events, known by keys: the first one is theirs, the others are devices that they used. */
export type DayPerson = { keys: readonly string[] }
/** Figures of one day. The people of a row are indexes in `people`. */
export type DayFigures = { people: DayPerson[]; rows: FigureRow<number[]>[] }

/** What happened to the account of a subject. */
export type SubjectFact = { subject: number; at: number; fact: AccountFact }

/** People are ids, some of them twice: an array takes a fifth of the memory of a set. */
type Row = FigureRow<number[]>

type Visit = {
  who: number
  fr: string
  platformType: string
  platform: string
  start: number
  last: number
  /** Steps as numbers that sort by time: most of the memory of a day is its visits. */
  steps: number[]
  /** Row of the page whose time is not known yet, and when it was opened. */
  openPage: Row | null
  openedAt: number
  firstPageAt: number | null
  isMerged: boolean
}

type Change = { from: Visit; to: bigint }

/** More than a funnel has. */
const STEP_NUMBERS = 16
const stepNumber = (at: number, step: number) => at * STEP_NUMBERS + step
const stepOfNumber = (one: number) => ((one % STEP_NUMBERS) + STEP_NUMBERS) % STEP_NUMBERS

/** An array that grew has room for 17 steps; most visits take fewer. */
const trimSteps = (visit: Visit) => {
  visit.steps = visit.steps.slice()
}

function addPerson(row: Row, who: number) {
  if (row.people.at(-1) !== who) row.people.push(who)
}

const addStep = (map: Map<string, number[]>, key: string, at: number) => map.set(key, [...(map.get(key) ?? []), at])

/** The value, or 其他 beyond `most` different ones: clients choose the values. */
function bounded(known: Set<string>, value: string, most: number): string {
  if (known.has(value)) return value
  if (known.size >= most) return OTHER
  known.add(value)
  return value
}

/**
 * Computes the figures of a day from its events, ordered by device and time. Memory grows with the visits and people of the day,
 * not with its events.
 */
export function createDayFold(steps: ReturnType<typeof parseFunnel>, facts: readonly SubjectFact[]) {
  const rows = new Map<string, Row>()
  const valuesOf = new Map<StoredFigure, Set<string>>()
  const channels = new Set<string>()
  const keys: string[] = []
  const idOf = new Map<string, number>()
  /** Devices of a subject, by id. */
  const devicesOf = new Map<number, Set<number>>()
  /** Devices that were joined: towards the newer one. */
  const joined = new Map<number, number>()
  /** Subject of a device at the end of the day, by id of the device. */
  const subjectOf = new Map<number, number>()
  const visits: Visit[] = []
  const firstVisitOf = new Map<number, Visit>()
  const changes: Change[] = []

  const stepsOfPage = new Map<string, number[]>()
  const stepsOfClick = new Map<string, number[]>()
  const stepsOfFact = new Map<string, number[]>()
  for (const [at, step] of steps.entries()) {
    if ('pageKeys' in step) for (const key of step.pageKeys) addStep(stepsOfPage, key, at)
    else if ('trackIds' in step) for (const key of step.trackIds) addStep(stepsOfClick, key, at)
    else addStep(stepsOfFact, step.fact, at)
  }

  function idFor(key: string): number {
    const known = idOf.get(key)
    if (known !== undefined) return known
    const id = keys.length
    keys.push(key)
    idOf.set(key, id)
    return id
  }

  function rowOf(figure: StoredFigure, fr: string, platformType: string, wanted: string): Row {
    let values = valuesOf.get(figure)
    if (values === undefined) {
      values = new Set()
      valuesOf.set(figure, values)
    }
    const value = bounded(values, wanted, VALUES_PER_FIGURE)
    const key = `${figure}\n${fr}\n${platformType}\n${value}`
    let row = rows.get(key)
    if (row === undefined) {
      row = { figure, fr, platformType, value, count: 0, timed: 0, ms: 0, people: [] }
      rows.set(key, row)
    }
    return row
  }

  /** Time of the first event. Times within a day are kept from there on: V8 stores small whole numbers in place. */
  let origin: number | null = null
  const timeOf = (at: number) => (at - (origin ??= at)) | 0

  // State of the device whose events are being read.
  let device: bigint | null = null
  let deviceId = -1
  let subject = -1
  let visit: Visit | null = null
  /** Rows and visits of events before the first login of the device. */
  const waitingRows = new Set<Row>()
  const waitingVisits = new Set<Visit>()

  function settle(who: number) {
    for (const row of waitingRows) addPerson(row, who)
    for (const one of waitingVisits) one.who = who
    waitingRows.clear()
    waitingVisits.clear()
  }

  function endDevice() {
    if (device === null) return
    if (subject >= 0) subjectOf.set(deviceId, subject)
    settle(subject >= 0 ? subject : deviceId)
  }

  function startDevice(next: bigint) {
    endDevice()
    if (visit !== null) trimSteps(visit)
    device = next
    deviceId = idFor(`d${next}`)
    subject = -1
    visit = null
  }

  function takeSubject(wanted: number) {
    subject = idFor(`s${wanted}`)
    const devices = devicesOf.get(subject) ?? new Set()
    devicesOf.set(subject, devices.add(deviceId))
    settle(subject)
  }

  function startVisit({ context: { fr, platform, platformType } }: TrackedEvent, at: number): Visit {
    const started: Visit = {
      who: subject,
      fr: bounded(channels, fr, CHANNELS),
      platformType,
      platform,
      start: at,
      last: at,
      steps: [],
      openPage: null,
      openedAt: at,
      firstPageAt: null,
      isMerged: false,
    }
    visits.push(started)
    if (!firstVisitOf.has(deviceId)) firstVisitOf.set(deviceId, started)
    return started
  }

  function count(current: Visit, figure: StoredFigure, value: string, isAnonymous: boolean): Row {
    const row = rowOf(figure, current.fr, current.platformType, value)
    row.count += 1
    if (!isAnonymous) addPerson(row, subject)
    else waitingRows.add(row)
    return row
  }

  function addSteps(current: Visit, found: readonly number[] | undefined, at: number) {
    for (const step of found ?? []) {
      const last = current.steps.at(-1)
      if (current.steps.length < STEPS_PER_VISIT && (last === undefined || stepOfNumber(last) !== step))
        current.steps.push(stepNumber(at, step))
    }
  }

  function closePage({ openPage, openedAt }: Visit, at: number) {
    if (openPage === null) return
    openPage.timed += 1
    openPage.ms += Math.min(Math.max(0, at - openedAt), VISIT_GAP_MS)
  }

  function add(event: TrackedEvent) {
    if (event.device !== device) startDevice(event.device)
    if (event.subject !== null) takeSubject(event.subject)
    // After a logout the events are those of the next login, or of the last one.
    const isAnonymous = event.subject === null
    const at = timeOf(event.at)
    if (visit === null || at - visit.last >= VISIT_GAP_MS) {
      if (visit !== null) trimSteps(visit)
      visit = startVisit(event, at)
    }
    visit.last = at
    if (isAnonymous) {
      if (visit.who < 0) waitingVisits.add(visit)
    } else visit.who = subject
    count(visit, 'events', event.type, isAnonymous)
    if (event.type === 'pageview') {
      closePage(visit, at)
      visit.openPage = count(visit, 'pages', event.pageKey, isAnonymous)
      visit.openedAt = at
      visit.firstPageAt ??= at
      addSteps(visit, stepsOfPage.get(event.pageKey), at)
    } else if (event.type === 'click') {
      count(visit, 'clicks', event.trackId, isAnonymous)
      addSteps(visit, stepsOfClick.get(event.trackId), at)
    } else if (event.newDevice !== null && event.newDevice !== event.device) {
      const to = idFor(`d${event.newDevice}`)
      if (rootOf(to) !== rootOf(deviceId)) joined.set(rootOf(deviceId), rootOf(to))
      changes.push({ from: visit, to: event.newDevice })
    }
  }

  function rootOf(id: number): number {
    let root = id
    for (let next = joined.get(root); next !== undefined; next = joined.get(root)) root = next
    return root
  }

  /** A device and the one that replaces it are one: their visits continue. */
  function mergeVisits() {
    const target = new Map<Visit, Visit>()
    const final = (one: Visit) => {
      let found = one
      for (let next = target.get(found); next !== undefined; next = target.get(found)) found = next
      return found
    }
    for (const { from, to } of changes) {
      const into = final(from)
      const next = firstVisitOf.get(idFor(`d${to}`))
      if (next === undefined || next === into || next.isMerged) continue
      if (next.start < into.start || next.start - into.last >= VISIT_GAP_MS) continue
      if (next.firstPageAt !== null) closePage(into, next.firstPageAt)
      next.isMerged = true
      target.set(next, into)
      if (next.openPage !== null) {
        into.openPage = next.openPage
        into.openedAt = next.openedAt
      }
      into.last = Math.max(into.last, next.last)
      into.steps.push(...next.steps)
      if (personOf(into.who) !== personOf(next.who) && keys[personOf(next.who)]?.startsWith('s')) into.who = next.who
    }
  }

  const subjectOfRoot = new Map<number, number>()

  /** A device without a login counts for the user who logged in on a device joined to it, else for itself. */
  function personOf(id: number): number {
    if (keys[id]?.startsWith('s')) return id
    const root = rootOf(id)
    return subjectOfRoot.get(root) ?? root
  }

  function addFacts() {
    const wanted = new Set(facts.flatMap(({ subject: of }) => idOf.get(`s${of}`) ?? []))
    const visitsOf = Map.groupBy(
      visits.filter(({ isMerged, who }) => !isMerged && wanted.has(personOf(who))),
      ({ who }) => personOf(who),
    )
    for (const { subject: of, at: time, fact } of facts) {
      const at = timeOf(time)
      const id = idOf.get(`s${of}`)
      const found = id === undefined ? [] : (visitsOf.get(id) ?? [])
      const during = found.filter(({ start, last }) => start <= at && at - last < VISIT_GAP_MS)
      const latest = during.toSorted((a, b) => b.start - a.start)[0]
      for (const step of latest === undefined ? [] : (stepsOfFact.get(fact) ?? []))
        latest?.steps.push(stepNumber(at, step))
    }
  }

  function countVisit({ fr, platformType, platform, who, steps: taken }: Visit) {
    const person = personOf(who)
    const countIn = (figure: StoredFigure, value: string) => {
      const row = rowOf(figure, fr, platformType, value)
      row.count += 1
      addPerson(row, person)
    }
    countIn('visits', '')
    countIn('devices', platform)
    const ordered = taken.toSorted((a, b) => a - b).map(stepOfNumber)
    for (let step = 0; step < stepsInOrder(ordered); step += 1) countIn('inOrder', String(step))
    for (let step = 0; step < stepsInAnyOrder(ordered); step += 1) countIn('anyOrder', String(step))
  }

  function finish(): DayFigures {
    endDevice()
    for (const [id, of] of subjectOf) subjectOfRoot.set(rootOf(id), of)
    mergeVisits()
    addFacts()
    for (const one of visits) if (!one.isMerged) countVisit(one)
    const devicesOfRoot = Map.groupBy([...new Set([...joined.keys(), ...joined.values()])], (id) => rootOf(id))
    const indexes = new Map<number, number>()
    const people: DayPerson[] = []
    function indexOf(id: number): number {
      const person = personOf(id)
      const known = indexes.get(person)
      if (known !== undefined) return known
      const devices = new Set(devicesOf.get(person))
      for (const one of [person, ...devices])
        for (const other of devicesOfRoot.get(rootOf(one)) ?? []) devices.add(other)
      devices.delete(person)
      indexes.set(person, people.length)
      people.push({ keys: [person, ...devices].map((one) => keys[one] ?? '') })
      return people.length - 1
    }
    for (const row of rows.values()) row.people = [...new Set(row.people.map(indexOf))]
    return { people, rows: [...rows.values()] }
  }

  return { add, finish }
}
