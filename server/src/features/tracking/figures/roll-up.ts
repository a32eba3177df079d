import { DAY_MS } from '../../../domain/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { inJsonArray } from '../../../platform/database/portable-sql.ts'
import type { EventStore, TrackedEvent } from '../tracked-event.ts'
import { createDayFold, type DayFigures, type FigureRow, type SubjectFact, storedFigures } from './day-figures.ts'
import { writeFigureText } from './figure-text.ts'
import type { parseFunnel } from './funnel.rules.ts'

/** Rows of one statement: PostgreSQL cancels long ones. */
const PER_STATEMENT = 5_000

export type RollUpDeps = { db: Database; store: EventStore; steps: ReturnType<typeof parseFunnel> }

/** Computes the figures of a day and replaces the stored ones. false: the day has no events, and nothing is stored. */
export async function rollUpDay(
  { db, store, steps }: RollUpDeps,
  { day, asOf, isClosed }: { day: string; asOf: number; isClosed: boolean },
): Promise<boolean> {
  const events = await store.readDay(day)
  if (events === null) return false
  const figures = await foldDay(events, steps, await factsOf(db, day))
  await db.transaction().execute(async (tx) => {
    // Locks the row: only one process numbers people at a time.
    await tx
      .updateTable('tracking_person_count')
      .set({ next_number: (row) => row.ref('next_number') })
      .execute()
    const people = await numberPeople(tx, day, figures)
    const rows = withNewPeople(figures, people.isNew)
    await tx.deleteFrom('tracking_figure').where('day', '=', day).execute()
    for (const figure of storedFigures) {
      const ofFigure = rows.filter((row) => row.figure === figure)
      const numbered = ofFigure.map((row) => ({ ...row, people: row.people.map((at) => people.numbers[at] ?? 0) }))
      await tx
        .insertInto('tracking_figure')
        .values({ day, figure, content: writeFigureText(numbered) })
        .execute()
    }
    const state = { as_of: asOf, is_closed: isClosed ? 1 : 0, claimed_until: 0 }
    await tx
      .insertInto('tracking_day')
      .values({ day, ...state })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(state))
      .execute()
  })
  return true
}

/** A function of its own, so that the visits of the day can be released before its people are numbered. */
async function foldDay(events: AsyncIterable<TrackedEvent>, ...of: Parameters<typeof createDayFold>) {
  const fold = createDayFold(...of)
  for await (const event of events) fold.add(event)
  return fold.finish()
}

/** 登录 and 领礼 of subjects on a day. Accounts that were erased since are missing. */
async function factsOf(db: Database, day: string): Promise<SubjectFact[]> {
  const start = Date.parse(`${day}T00:00:00+08:00`)
  const rows = await db
    .selectFrom('audit_event')
    .innerJoin('tracking_subject', 'tracking_subject.user_id', 'audit_event.user_id')
    .select(['tracking_subject.subject', 'audit_event.at', 'audit_event.kind'])
    .where('audit_event.at', '>=', start)
    .where('audit_event.at', '<', start + DAY_MS)
    .where('audit_event.kind', 'in', ['login', 'register', 'externalLogin', 'giftClaimed'])
    .orderBy('audit_event.at')
    .execute()
  return rows.map(({ subject, at, kind }) => ({
    subject,
    at,
    fact: kind === 'giftClaimed' ? '领礼' : '登录',
  }))
}

type Known = { number: number; first_day: string; last_day: string }

/** Numbers of the people, and whether none of their keys was seen on an earlier day. New keys are stored. */
async function numberPeople(tx: Database, day: string, { people }: DayFigures) {
  const keys = people.flatMap((person) => person.keys)
  const known = new Map<string, Known>()
  for (let from = 0; from < keys.length; from += PER_STATEMENT) {
    const found = await tx
      .selectFrom('tracking_person')
      .selectAll()
      .where('key', 'in', inJsonArray(tx, keys.slice(from, from + PER_STATEMENT)))
      .execute()
    for (const { key, ...row } of found) known.set(key, row)
  }
  const count = await tx.selectFrom('tracking_person_count').select('next_number').executeTakeFirstOrThrow()
  let next = count.next_number
  const numbers: number[] = []
  const isNew: boolean[] = []
  const added: ({ key: string } & Known)[] = []
  const seenAgain: string[] = []
  for (const { keys: own } of people) {
    const [first = ''] = own
    isNew.push(own.every((key) => (known.get(key)?.first_day ?? day) >= day))
    // Devices that were joined share a number. A user's devices may be used by others: each has one of its own.
    const shared = first.startsWith('d') ? own.flatMap((key) => known.get(key)?.number ?? []) : []
    const number = known.get(first)?.number ?? (shared.length === 0 ? next++ : Math.min(...shared))
    numbers.push(number)
    for (const key of own) {
      const before = known.get(key)
      if (before === undefined) {
        const row = { number: first.startsWith('d') || key === first ? number : next++, first_day: day, last_day: day }
        known.set(key, row)
        added.push({ key, ...row })
      } else if (before.last_day < day && before.number >= 0) seenAgain.push(key)
    }
  }
  await tx.updateTable('tracking_person_count').set({ next_number: next }).execute()
  // Four parameters a row.
  for (let from = 0; from < added.length; from += PER_STATEMENT) {
    await tx
      .insertInto('tracking_person')
      .values(added.slice(from, from + PER_STATEMENT))
      .execute()
  }
  for (let from = 0; from < seenAgain.length; from += PER_STATEMENT) {
    await tx
      .updateTable('tracking_person')
      .set({ last_day: day })
      .where('key', 'in', inJsonArray(tx, seenAgain.slice(from, from + PER_STATEMENT)))
      .execute()
  }
  return { numbers, isNew }
}

function withNewPeople({ rows }: DayFigures, isNew: readonly boolean[]): FigureRow<number[]>[] {
  const visits = rows.filter(({ figure }) => figure === 'visits')
  const newPeople = visits.map((row): FigureRow<number[]> => {
    const people = row.people.filter((at) => isNew[at])
    return { ...row, figure: 'newPeople', count: people.length, people }
  })
  return [...rows, ...newPeople]
}

/** Deletes the keys of people who were not seen since this day. Figures stay: they contain numbers only. */
export async function forgetPeople(db: Database, before: string): Promise<void> {
  await db.deleteFrom('tracking_person').where('last_day', '<', before).execute()
}
