import { expect, it } from 'vitest'
import { openDemoDatabase } from './checks/open-database.ts'
import { registerRules } from './checks/register.ts'
import { dayRules, disputeRules, fictionRules, shapeRules } from './checks/rules.ts'
import { stories } from './checks/stories.ts'

const database = openDemoDatabase()
const rules = { ...shapeRules, ...fictionRules, ...dayRules, ...registerRules, ...disputeRules }

it.each(Object.entries(rules))('%s', (_statement, query) => {
  expect(database.prepare(query).pluck().all()).toEqual([])
})

it.each(Object.entries(stories))('%s', (_statement, query) => {
  expect(database.prepare(query).pluck().all()).not.toEqual([])
})
