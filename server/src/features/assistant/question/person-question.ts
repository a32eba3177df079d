import { isRiskKind } from './clause.ts'
import { normaliseQuestion } from './normalise-question.ts'
import { emptyPart, type Intent, type ParsedQuestion } from './parsed-question.ts'
import { mayBePerson } from './person-name.ts'

/** 王传福是哪些公司的法定代表人 asks for the companies of a person, not about those spoken of. */
export const asksForCompaniesOfPerson = (question: string, { parts }: ParsedQuestion): boolean =>
  parts.some(({ person }) => person !== null) &&
  /(?:哪些|哪几家|哪几个|哪家|哪个|几家|几个|多少家|多少个|什么)(?:公司|企业)|名下/u.test(question)

const office =
  '(?:副?董事长|法定代表人|法人代表|法人|总经理|总裁|监事会主席|监事|董事会秘书|董秘|董事|行长|财务总监|财务负责人|大?老板|老总|当家人|一把手|负责人)'
const whichCompany = '(?:哪[些家个]|哪几[家个]|几[家个]|多少家|什么|啥)(?:上市)?(?:公司|企业|厂|单位)?'
const name = '(?<name>\\p{Script=Han}{2,4}?)(?:这个?人|那个人|先生|女士)?'
const lead =
  '^(?:请问|问一?下|问哈子?[,\\s]*|打听一?下|我?想(?:知道|问|查)(?:一?下)?|帮我?查(?:一?下)?|查(?:一?下)?|听说|[^,。;?!]{0,4}(?:新闻|电视|网)[里上]?[讲说看]到?的)?'
const now = '(?:现在|目前|都|还|也|同时|到底|究竟|一共|总共)*'
/** 郭为这人当着哪几家的董事长. */
const holderFirst = new RegExp(
  `(?:^|[,。;?!\\s]|请问|听说)${name}${now}(?:是|当|担任|任|做|出任|兼任|挂)[着了过]?${whichCompany}的?(?<office>${office})`,
  'u',
)
/** 有家轮胎厂老板叫王锋，是哪家; 哪家公司的董事长叫王传福. */
const holderLast = new RegExp(
  `(?<what>[^,。;?!\\s]{0,10}?)(?:厂|公司|企业|集团)?的?(?<office>${office})(?:名字)?(?:叫|是)(?<name>\\p{Script=Han}{2,4}?)(?=[,。;?!\\s的]|$)`,
  'u',
)
const patterns = [
  holderFirst,
  // 谢庆奎 哪个公司的
  new RegExp(`${lead}${name}[,\\s]+${whichCompany}的[?。]?$`, 'u'),
  // 查个人，林洺锋，深圳做LED屏的
  new RegExp(`^(?:帮我?)?(?:查|找|打听)(?:一?[个下])?人[,:\\s叫]*(?<name>\\p{Script=Han}{2,3})(?=[,。;?!\\s]|$)`, 'u'),
  // 有个女企业家窦启玲，她开的什么厂
  new RegExp(
    `(?:企业家|老板|商人|富豪|首富|董事长|总经理|老总)(?:叫|是)?(?<name>\\p{Script=Han}{2,3})[,\\s]*[他她](?:是|开|办|当|管|在)[^,。;?!]{0,3}(?:什么|啥|哪[个家些]?)(?:公司|厂|企业|单位)`,
    'u',
  ),
  // 熊伟是谁 说是做药膏的
  new RegExp(`${lead}${name}是谁(?:啊|呀|呢)?(?=[,。;?!\\s]|$)`, 'u'),
  // 姚良松是干哪行的
  new RegExp(`${lead}${name}${now}是?(?:干|做|搞)(?:啥|什么|哪一?行|嘛)的`, 'u'),
  // 王传福是哪家公司的, 雷军在哪个公司; 王建华 黄金那个 是哪家公司的
  new RegExp(
    `${lead}${name}(?:[,\\s]*(?<what>[^,。;?!\\s的]{2,8}?)的?那[个位][,\\s]*)?${now}[是在]${whichCompany}(?:的|上班|任职|干|工作)*(?<office>${office})?(?:啊|呀|呢)?[?。]?$`,
    'u',
  ),
  // 李卫国在几家公司任职, 演示甲当董事长的都有哪几家
  new RegExp(`${lead}${name}${now}在${whichCompany}里?(?:任职|当官|担任|挂职|挂名|有职务)`, 'u'),
  new RegExp(`${lead}${name}(?:当|任|担任|做)(?<office>${office})的(?:公司|企业)?${now}(?:有|是)?${whichCompany}`, 'u'),
  // 李强开了几家公司
  new RegExp(`${lead}${name}${now}(?:开|办|投|管|控制|控股|创办)[着了过]?${whichCompany}(?:啊|呀|呢)?[?。]?$`, 'u'),
  // 王均金手底下有哪些公司, 许家印名下几家公司
  new RegExp(
    `${lead}${name}的?(?:手底下|手下|手里|名下|旗下|底下)${now}(?:(?:有|挂|管|握)?(?:着|了)?${whichCompany}(?:公司|企业)?(?:啊|呀|呢)?[?。]?$|(?:是不是)?有[^,。;?!\\s]{0,6}(?:公司|企业))`,
    'u',
  ),
]
/** 王传福还有别的公司吗, 张帆除了汇顶还在别的地方当官吗: the question may name one of the companies. */
const elsewhere = new RegExp(
  `${lead}${name}(?:(?:除了?|除开)[^,。;?!]{2,12}[,\\s]*[他她]?)?(?:还|另外|也)(?:在|当|管|兼|任|做|有|开)[^,。;?!]{0,2}(?:别的|其他|其它|另外)[^,。;?!]*$`,
  'u',
)

/** Words that begin with a surname. */
const isRole = new RegExp(`^(?:${office}|高管|高层|管理层|经办人|广告|单位|方案|解释|应聘者?)$`, 'u')

/** The question as one for the companies in which a person holds an office. */
export function companiesOf(
  person: string,
  parsed: ParsedQuestion,
  { length, ...stated }: { length: number; office?: string; keyword?: string },
): ParsedQuestion {
  const { doubt: _doubt, ...read } = parsed
  const part = { ...emptyPart, end: length, intent: 'list' as const, conditions: { person, ...stated } }
  return { ...read, refusal: null, mentions: [], refersBack: false, parts: [part] }
}

/** The same, where its words ask for them; else as it was parsed. `names`: of known companies. */
export function withCompaniesOfPerson(
  parsed: ParsedQuestion,
  question: string,
  names: readonly string[],
): ParsedQuestion {
  const text = normaliseQuestion(question)
  if (![null, 'privatePerson'].includes(parsed.refusal)) return parsed
  const isWhich = /哪[家个些几]/u.test(text)
  // 李卫国在几家公司任职,我就知道东方雨虹: the company stands beside the question.
  const found = [...patterns, elsewhere, ...(isWhich ? [holderLast] : [])]
    .flatMap((pattern) => {
      const match = pattern.exec(text)
      return match !== null && (pattern === elsewhere || !names.some((own) => match[0].includes(own))) ? [match] : []
    })
    .at(0)
  const { name: person = '', office: held, what = '' } = found?.groups ?? {}
  if (!mayBePerson(person) || isRole.test(person)) return parsed
  const keyword = what.replace(/^.*?[有哪那一][家个些]/u, '')
  const isStated = keyword.length >= 2 && (keyword !== what || held === undefined)
  return companiesOf(person, parsed, {
    length: text.length,
    ...(held !== undefined && { office: held }),
    ...(isStated && { keyword }),
  })
}

/** Intents of a question that the offices of a person answer. */
const ofOffices: readonly Intent[] = ['facts', 'people', 'investments', 'list', 'unknown']

/** Whether a question about a person alone asks who this is or what the person has to do with companies: 董明珠是谁. */
export const asksForOffices = ({ refusal, parts }: ParsedQuestion): boolean =>
  refusal === null &&
  parts.every(
    ({ intent, facts, kinds, uncollected }) =>
      ofOffices.includes(intent) && facts.length + uncollected.length === 0 && !kinds.some(isRiskKind),
  )

/** The person of the question before. */
export const pronoun = /^(?:那么?|还有)?(?:[他她](?![们家])|[这那该]个?人(?!家|民|员|口|数|力))/u

/** The question with the person of the one before it in place of 他: 他还在哪家公司任职. `claimed`: whom that question supposes to hold an office. */
export function withPersonBefore(question: string, { parts }: ParsedQuestion, claimed: string | null): string {
  const [part] = parts
  const person = part?.conditions.person ?? part?.person ?? claimed
  return person === null ? question : question.replace(pronoun, person)
}
