import { describe, expect, it } from 'vitest'
import { coverageSentences } from './coverage-sentences.ts'

const sentencesOf = (covers: string | null) =>
  coverageSentences('dishonestExecutor', covers, (prefix) => (prefix === '3502' ? '厦门市' : null))

describe('the sentences of a coverage', () => {
  it('promise 0 records to all companies of a whole source, and leave none outside', () => {
    expect(sentencesOf('all')).toEqual({
      covers: '所有企业',
      inside: '没有记录的企业：失信被执行人 0 条',
      outside: null,
    })
  })

  it('promise nothing without a record when the source only names companies, or never stated what it covers', () => {
    for (const covers of ['named', null]) {
      expect(sentencesOf(covers)).toEqual({
        covers: '只有它提到的企业',
        inside: null,
        outside: '没有记录的企业：失信被执行人未接入',
      })
    }
  })

  it('name regions, and what is left out by time', () => {
    expect(sentencesOf('all regions=3502 years=2020..')).toEqual({
      covers: '所有企业，登记地在厦门市，2020 起',
      inside: '没有记录的企业：已接入部分 0 条，2020 以前的失信被执行人未接入',
      outside: '其他企业：失信被执行人未接入，除非另有来源',
    })
  })
})
