import { expect, it } from 'vitest'
import type { DueTarget } from './alert-target.repository.ts'
import { createBriefingRounds } from './briefing.service.ts'

const target: DueTarget = {
  id: 't',
  user_id: 'u',
  format: 'mail',
  address_sealed: '',
  sent_seq: 0,
  taken_day: '2026-03-01',
  done_day: '2026-03-01',
  attempts: 0,
  refusals: 0,
}

/** Rounds that end when they are closed or `end` is called. */
function open({ at, due }: { at: string; due: DueTarget[] }) {
  const counts = { started: 0, closed: 0 }
  const { promise: done, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const rounds = createBriefingRounds({
    clock: { now: () => Date.parse(`${at}+08:00`) },
    targets: { correctDays: async () => {}, due: async (channel) => (channel === 'mail' ? due : []) },
    channels: ['mail', 'webhook'],
    startRound() {
      counts.started += 1
      return {
        done,
        close() {
          counts.closed += 1
          end()
        },
      }
    },
    onMail: () => {},
  })
  return { rounds, counts, end, fail }
}

it('starts no round before 08:30, and none without a target that is due', async () => {
  for (const given of [
    { at: '2026-03-02T08:29:59', due: [target] },
    { at: '2026-03-02T08:30:00', due: [] },
  ]) {
    const { rounds, counts } = open(given)
    await rounds.run()
    expect(counts.started).toBe(0)
  }
})

it('starts a round for a due target, and resolves with its end', async () => {
  const { rounds, counts, end } = open({ at: '2026-03-02T08:30:00', due: [target] })
  end()
  await rounds.run()
  expect(counts).toEqual({ started: 1, closed: 0 })
})

it('rejects when the round fails, so that the job is logged', async () => {
  const { rounds, fail } = open({ at: '2026-03-02T08:30:00', due: [target] })
  fail(new Error('the thread ended'))
  await expect(rounds.run()).rejects.toThrow('the thread ended')
})

it('ends the running round when it is closed, and starts none after', async () => {
  const { rounds, counts } = open({ at: '2026-03-02T08:30:00', due: [target] })
  const running = rounds.run()
  await expect.poll(() => counts.started).toBe(1)
  await rounds.close()
  await running
  await rounds.run()
  expect(counts).toEqual({ started: 1, closed: 1 })
})
