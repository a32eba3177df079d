import { searchFilterShape } from '@baiqicha/contract/company-search'
import { leadSearchQuery } from '@baiqicha/contract/leads'
import { allKinds } from '@baiqicha/contract/records/kinds'
import { trackedParameters } from '@baiqicha/contract/tracking'
import { describe, expect, it } from 'vitest'
import {
  channelOf,
  decodeOption,
  pageParameters,
  readPath,
  readSharedPath,
  sharedParameters,
  sharedPathOfUrl,
  withParameters,
} from './page-path'
import { ORIGIN } from './settings'

describe('the path of a page', () => {
  it.each([
    '/',
    '/#/',
    '/#/company/detail?id=c-1&tab=risk',
    '/#/login?to=%2Fuser',
    '/#/search/result?keyword=%E6%BC%94+a&region=44&sort=capital',
    '/#/legalRisk/executedPerson?companyId=c-1&view=history',
  ])('%s is opened', (path) => expect(readPath(path)).toBe(path))

  it.each([
    ['/#/company/detail?id=c-1&tab=risk', '/#/company/detail?id=c-1&tab=risk'],
    ['/#/?fr=a&isShare=1&type=b&view=c', '/#/?fr=a&isShare=1&type=b&view=c'],
    ['/#/search/result?keyword=%E6%BC%94', '/#/search/result'],
    ['/#/ai/detail?id=1&token=t&key=k', '/#/ai/detail?id=1'],
    ['/?token=t&isFirstLogin=true&source=x#/company/detail?id=c-1', '/#/company/detail?id=c-1'],
    ['/?token=t', '/'],
    ['/#/legalRisk/executedPerson?companyId=c-1&view=history', '/#/company/detail?id=c-1'],
    ['/#/legalRisk/executedPerson/detail?id=r-1&companyId=c-1', '/#/legalRisk/executedPerson/detail?id=r-1'],
    ['/#/?id=<b>', '/#/'],
    ['//evil.example/', '/'],
    ['/#//evil.example', '/'],
    ['/#/a#/b?token=t', '/'],
    [undefined, '/'],
  ])('%s is shared as %s', (path, shared) => expect(readSharedPath(path)).toBe(shared))

  it.each([
    ['no leading slash', 'company'],
    ['a foreign host', '//evil.example/'],
    ['a foreign host in the hash', '/#//evil.example'],
    ['a full address', 'https://evil.example/'],
    ['a backslash', '/\\evil.example'],
    ['an at sign', '/@evil.example'],
    ['a dot segment', '/../x'],
    ['a token', '/#/?token=abc'],
    ['a parameter that no page has', '/#/?next=x'],
    ['a space', '/a b'],
    ['too long a text', `/${'a'.repeat(2000)}`],
    ['nothing', undefined],
  ])('with %s is Home', (_, path) => expect(readPath(path)).toBe('/'))

  it('is decoded once, and a malformed option is none', () => {
    expect([decodeOption('%2F%23%2Flogin'), decodeOption('%')]).toEqual(['/#/login', undefined])
  })

  it('of an address is only that of our own origin', () => {
    expect(sharedPathOfUrl(`${ORIGIN}/#/login`)).toBe('/#/login')
    expect(sharedPathOfUrl(`${ORIGIN}.evil.example/#/login`)).toBe('/')
  })

  it('gets further parameters after its own, which they replace', () => {
    expect(withParameters('/#/a?id=1', { fr: 'x', token: '' })).toBe('/#/a?id=1&fr=x')
    expect(withParameters('/#/a?fr=y&id=1', { fr: 'x' })).toBe('/#/a?id=1&fr=x')
    expect(withParameters('/#/a?fr=y', { fr: '' })).toBe('/#/a?fr=y')
  })

  it.each([
    [{ fr: 'poster', path: '%2F%23%2Fa%3Ffr%3Dcard' }, 'poster'],
    [{ path: '%2F%23%2Fa%3Fid%3D1%26fr%3Dcard' }, 'card'],
    [{ fr: 'a b' }, ''],
    [{ path: '%2F%2Fevil%3Ffr%3Dcard' }, ''],
    [{}, ''],
  ])('of the options %j has the channel %j', (options, fr) => expect(channelOf(options)).toBe(fr))
})

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
