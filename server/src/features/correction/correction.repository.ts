import type { CorrectionStatus } from '@baiqicha/contract/correction'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CorrectionStepTable, CorrectionTable } from '../../platform/database/tables/correction.ts'

type Step = Pick<CorrectionStepTable, 'at' | 'label' | 'note' | 'actor'>

/** Notes a step, for whoever follows the correction. */
export async function addStep(tx: Database, random: Random, number: string, step: Step): Promise<void> {
  await tx
    .insertInto('correction_step')
    .values({ id: randomId(random, 'o'), correction_number: number, ...step })
    .execute()
}

/** Oldest first, by the number of their correction. */
export async function findSteps(db: Database, numbers: readonly string[]): Promise<Map<string, Step[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('correction_step')
    .select(['correction_number', 'at', 'label', 'note', 'actor'])
    .where('correction_number', 'in', numbers)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.correction_number)
}

export interface CorrectionRepository {
  /** null for a number nobody was given. */
  findStatus(number: string): Promise<CorrectionStatus | null>
  /** The newest first, as many as a person can have use of. */
  listOf(userId: string): Promise<CorrectionStatus[]>
}

const LISTED = 100
const instant = (at: number) => new Date(at).toISOString()

/** What its followers are told: nothing of who objects, with which words and which evidence. */
const statusOf = (row: CorrectionTable, steps: readonly Step[]): CorrectionStatus => ({
  number: row.number,
  state: row.state,
  title: row.title,
  companyName: row.company_name,
  reason: row.reason,
  submittedAt: instant(row.submitted_at),
  dueAt: instant(row.due_at),
  steps: steps.map(({ at, label, note }) => ({ at: instant(at), label, note })),
  result: row.result,
  note: row.note,
})

export function createCorrectionRepository(db: Database): CorrectionRepository {
  async function withSteps(rows: readonly CorrectionTable[]): Promise<CorrectionStatus[]> {
    const steps = await findSteps(
      db,
      rows.map(({ number }) => number),
    )
    return rows.map((row) => statusOf(row, steps.get(row.number) ?? []))
  }

  return {
    async findStatus(number) {
      const [status] = await withSteps(
        await db.selectFrom('correction').selectAll().where('number', '=', number).execute(),
      )
      return status ?? null
    },

    listOf: async (userId) =>
      withSteps(
        await db
          .selectFrom('correction')
          .selectAll()
          .where('user_id', '=', userId)
          .orderBy('submitted_at', 'desc')
          .orderBy('number')
          .limit(LISTED)
          .execute(),
      ),
  }
}
