import type { AskedCompany } from '../evidence/asked-company.ts'
import { normaliseQuestion } from './normalise-question.ts'
import { numberOf } from './numerals.ts'
import { emptyPart, type ParsedQuestion } from './parsed-question.ts'
import { mayBePerson } from './person-name.ts'

/** Companies that 它们 means at least. */
const SEVERAL = 2

/**
 * Companies of earlier turns to which a question refers: those of the last turn with companies, and of the turns before
 * it until there are as many as 这三家 states.
 */
export function companiesBefore(
  earlier: readonly { companies: readonly AskedCompany[] }[],
  refersTo: ParsedQuestion['refersTo'],
): AskedCompany[] {
  const wanted = refersTo === null ? 1 : refersTo === 'several' ? SEVERAL : refersTo
  let found: AskedCompany[] = []
  for (const { companies } of earlier.toReversed()) {
    if (found.length >= wanted) break
    const known = new Set(found.map(({ id }) => id))
    found = [...companies.filter(({ id }) => !known.has(id)), ...found]
  }
  return found
}

export const ordinalOfCompany =
  /第(?<number>[一二三四五六七八1-8])(?:家|个)(?!股东|月|季)|(?<first>前者|前一家|[前先][头面]?说?的?(?:那|这)[家个])|(?<last>后者|后一家|最后[一那]家|后[头面]说?的?(?:那|这)[家个])/u

/** 那第二家, 后者: the one of several companies that is meant; all where the question names no place or they have none. */
export function oneOfSeveral<Company>(companies: readonly Company[], question: string): readonly Company[] {
  const { number, first, last } = ordinalOfCompany.exec(question)?.groups ?? {}
  const at =
    first !== undefined ? 0 : last !== undefined ? -1 : number === undefined ? null : (numberOf(number) ?? 1) - 1
  const meant = at === null || companies.length < SEVERAL ? undefined : companies.at(at)
  return meant === undefined ? companies : [meant]
}

/** Characters that state which company is meant: 合肥 of 合肥那家. */
const pointingLengths = [4, 3, 2]
/** What follows them. */
export const pointing = /的?[那这][家个]/u

/** 合肥那家, 燕京那个: the company of a conversation with this city or word in its name; undefined: none, or several. */
export function pointedCompany<Company extends { name: string; city?: string | null }>(
  companies: readonly Company[],
  question: string,
): Company | undefined {
  for (const { index } of question.matchAll(new RegExp(pointing, 'gu'))) {
    for (const length of pointingLengths) {
      const word = question.slice(Math.max(0, index - length), index)
      const found = companies.filter(({ name, city }) => name.includes(word) || city?.includes(word) === true)
      if (word.length > 1 && found.length > 0) return found.length === 1 ? found[0] : undefined
    }
  }
  return undefined
}

/** 王传福是哪些公司的法定代表人 asks for the companies of a person, not about those spoken of. */
export const asksForCompaniesOfPerson = (question: string, { parts }: ParsedQuestion): boolean =>
  parts.some(({ person }) => person !== null) &&
  /(?:哪些|哪几家|哪几个|哪家|哪个|几家|几个|多少家|多少个|什么)(?:公司|企业)|名下/u.test(question)

const office =
  '(?:副?董事长|法定代表人|法人代表|法人|总经理|总裁|监事会主席|监事|董事会秘书|董秘|董事|行长|财务总监|财务负责人|大?老板|老总|当家人|一把手|负责人)'
const whichCompany = '(?:哪[些家个]|哪几[家个]|几[家个]|多少家|什么)(?:上市)?(?:公司|企业|厂)?'
/** 郭为这人当着哪几家的董事长. */
const holderFirst = new RegExp(
  `(?:^|[,。;?!\\s]|请问|听说)(?<name>\\p{Script=Han}{2,4}?)(?:这个?人|先生|女士)?(?:现在|目前|都|还|同时|到底)*(?:是|当|担任|任|做|出任|兼任|挂)[着了过]?${whichCompany}的?(?<office>${office})`,
  'u',
)
/** 有家轮胎厂老板叫王锋，是哪家; 哪家公司的董事长叫王传福. */
const holderLast = new RegExp(
  `(?<what>[^,。;?!\\s]{0,10}?)(?:厂|公司|企业|集团)?的?(?<office>${office})(?:名字)?(?:叫|是)(?<name>\\p{Script=Han}{2,4}?)(?=[,。;?!\\s的]|$)`,
  'u',
)

/** 王传福是哪家公司的, 雷军在哪个公司. */
const employed = new RegExp(
  `^(?<name>\\p{Script=Han}{2,4}?)(?:这个?人|先生|女士)?(?:现在|目前|到底)*[是在]${whichCompany}(?:的|上班|任职|干|工作)*[?。]?$`,
  'u',
)

/** 李卫国在几家公司任职, 演示甲当董事长的都有哪几家. */
const offices = [
  new RegExp(
    `^(?<name>\\p{Script=Han}{2,4}?)(?:这个?人|先生|女士)?(?:现在|目前|都|一共|同时)*在${whichCompany}(?:里)?(?:任职|当官|担任|挂职|有职务)`,
    'u',
  ),
  new RegExp(
    `^(?<name>\\p{Script=Han}{2,4}?)(?:当|任|担任|做)(?<office>${office})的(?:公司|企业)?(?:都|一共)?(?:有|是)?${whichCompany}`,
    'u',
  ),
]

/** The question as one for the companies in which a person of a name holds an office; else as it was parsed. `names`: of known companies. */
export function withCompaniesOfPerson(
  parsed: ParsedQuestion,
  question: string,
  names: readonly string[],
): ParsedQuestion {
  const text = normaliseQuestion(question)
  if (names.length > 0 || ![null, 'privatePerson'].includes(parsed.refusal)) return parsed
  const isWhich = /哪[家个些几]/u.test(text)
  const patterns = [holderFirst, employed, ...offices, ...(isWhich ? [holderLast] : [])]
  const found = patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  const { name: person = '', office: held, what = '' } = found?.groups ?? {}
  if (!mayBePerson(person)) return parsed
  const keyword = what.replace(/^.*?[有哪那一][家个些]/u, '')
  const ofOffice = held === undefined ? {} : { office: held }
  const conditions = { person, ...ofOffice, ...(keyword.length >= 2 && keyword !== what && { keyword }) }
  const { doubt: _doubt, ...read } = parsed
  const part = { ...emptyPart, end: text.length, intent: 'list' as const, conditions }
  return { ...read, refusal: null, mentions: [], refersBack: false, parts: [part] }
}
