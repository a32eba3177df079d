import { type Answer, WITHDRAWN } from '@baiqicha/contract/assistant'
import type { Clock } from '../../domain/clock.ts'
import { createPersonMasks } from '../../domain/masking/person-mask.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AssistantAnswerTable } from '../../platform/database/tables/assistant.ts'
import type { AnswerStore } from './answer-store.repository.ts'
import { answerNotFound } from './assistant.refusals.ts'
import { isAboutHidden, recheckAnswer, suppressedIn } from './cited-changes.rules.ts'
import type { ReadCitedToday } from './cited-today.repository.ts'
import type { ShareRepository } from './share.repository.ts'
import { answerFrom, readRow, sharedAnswerFrom } from './stored-answer.ts'

type ReadAnswersDeps = {
  db: Database
  clock: Clock
  store: AnswerStore
  shares: ShareRepository
  readCitedToday: ReadCitedToday
}

/** Stored answers as they may be shown today. */
export function createReadAnswers({ db, clock, store, shares, readCitedToday }: ReadAnswersDeps) {
  /** `isOwn` false: for readers other than the user, who do not see which hidden company was asked about. */
  async function show(rows: readonly AssistantAnswerTable[], isOwn = true): Promise<Answer[]> {
    const read = rows.map(readRow)
    const [today, shared] = await Promise.all([
      readCitedToday(read.flatMap(({ evidence }) => evidence)),
      shares.sharedOf(rows.map(({ id }) => id)),
    ])
    return read.map(({ row, content, evidence }) => {
      const names = createPersonMasks([...suppressedIn(evidence, today)])
      const question = isOwn || !isAboutHidden(content, today) ? names.text(row.question) : WITHDRAWN
      const asked = { ...row, question }
      return answerFrom(asked, recheckAnswer(content, evidence, today), clock.now(), shared.has(row.id))
    })
  }

  async function showOne(row: AssistantAnswerTable, isOwn: boolean): Promise<Answer> {
    const [answer] = await show([row], isOwn)
    if (answer === undefined) throw answerNotFound()
    return answer
  }

  return {
    /** @throws Refusal for an unknown answer and one of another user */
    own: async (userId: string, answerId: string) => showOne(await store.requireOwn(db, userId, answerId), true),
    /** @throws Refusal unless the key opens this answer */
    async shared(answerId: string, key: string): Promise<Answer> {
      const [isOpened, row] = [await shares.opens(answerId, key), await store.find(db, answerId)]
      if (!isOpened || row === undefined) throw answerNotFound()
      return sharedAnswerFrom(await showOne(row, false))
    },
    ofConversation: async (conversationId: string) => show(await store.listAnswers(conversationId)),
  }
}
export type ReadAnswers = ReturnType<typeof createReadAnswers>
