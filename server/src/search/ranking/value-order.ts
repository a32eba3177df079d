import type { SearchSort } from '@baiqicha/contract/search-vocabulary'
import type { CompanyDoc } from './index-reader.ts'

export type ValueSort = Exclude<SearchSort, 'relevance'>

const isDateSort = (sort: ValueSort): boolean => sort === 'foundedNewest' || sort === 'foundedOldest'

/** The sort key, smaller first. Companies without the value come last in either direction. */
export function valueFor(sort: ValueSort): (company: Pick<CompanyDoc, 'foundedOn' | 'capital'>) => number {
  const sign = sort === 'foundedNewest' || sort === 'capitalHighest' ? -1 : 1
  const isDate = isDateSort(sort)
  return (company) => {
    const value = isDate ? company.foundedOn : company.capital
    const isKnown = isDate ? value > 0 : !Number.isNaN(value)
    return isKnown ? sign * value : Number.POSITIVE_INFINITY
  }
}
