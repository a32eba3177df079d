import { readFileSync } from 'node:fs'
import { calledNames, type KnownCompany, plainShortName, sameName, spokenName, withoutPlaces } from './facts.ts'

/** How people write a company: `{name}` is a short name, `{core}` a full name without its legal form. */
type Frames = {
  frames: Parts<string>
  cases: Parts<{ keyword: string; name: string }>
  /** Texts about companies that the starter set does not have, or about none. */
  nothing: Parts<string>
}
/** `held` was written before the code, and the code was not adapted to it. */
type Parts<T> = { development: T[]; held: T[] }

export const keywordFrames: Frames = JSON.parse(readFileSync(new URL('./keyword-frames.json', import.meta.url), 'utf8'))

const exchangeOf = (code: string) => (/^(?:4|8|92)/.test(code) ? 'BJ' : /^[569]/.test(code) ? 'SH' : 'SZ')

/** The frame around a listed company, and whether a company is a right hit; null when the company has no such fact. */
export function frameKeyword(frame: string, { name, shortNames, stockCodes }: KnownCompany) {
  const [shortName] = shortNames
  const [code] = stockCodes
  if (shortName === undefined || code === undefined) return null
  const short = plainShortName(shortName)
  const core = spokenName(name)
  const wanted = frame.includes('{core}') ? core : short
  const keyword = frame
    .replace('{name}', short)
    .replace('{core}', core)
    .replace('{code}', code)
    .replace('{exchange}', exchangeOf(code))
  // 恒信集团公司 means 恒信集团 as well as 恒信, 中煤能源集团 means 中国中煤能源集团, and a place may be left out.
  const meant = [wanted, `${wanted}集团`, `中国${wanted}`, `${wanted}股份`, withoutPlaces(wanted)]
  return {
    keyword,
    isRelevant: (other: KnownCompany) =>
      frame.includes('{code}')
        ? other.stockCodes.includes(code)
        : calledNames(other).some((called) => meant.some((one) => sameName(called, one))),
  }
}
