import { searchFilterShape } from '@baiqicha/contract/company-search'
import { leadSearchQuery } from '@baiqicha/contract/leads'
import { allKinds } from '@baiqicha/contract/records/kinds'
import { trackedParameters } from '@baiqicha/contract/tracking'
import { expect, it } from 'vitest'
import { pageParameters, sharedParameters } from './page-path'

it('the parameters that are shared are those that an event may contain', () => {
  expect(sharedParameters).toEqual(trackedParameters)
})

it('a login returns to a list with each of its filters', () => {
  const ofCallsOnly = ['page', 'pageSize', 'sameNumberAs']
  const facets = allKinds.flatMap(({ facets: named = {} }) => Object.keys(named))
  const filters = new Set([...Object.keys(searchFilterShape), ...Object.keys(leadSearchQuery.shape), ...facets])
  const opened = [...sharedParameters, ...pageParameters, ...ofCallsOnly]
  expect([...filters].filter((name) => !opened.includes(name))).toEqual([])
})

it('no parameter that is opened signs in or names a person', () => {
  const forbidden = ['token', 'key', 'isFirstLogin', 'source', 'name']
  expect(pageParameters.filter((name) => forbidden.includes(name))).toEqual([])
})
