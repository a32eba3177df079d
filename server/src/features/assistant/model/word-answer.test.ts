import { describe, expect, it } from 'vitest'
import {
  countsOf,
  factsOf,
  firstCompany,
  numberOf,
  recordOf,
  secondCompany,
  stating,
  textOf,
} from '../../../../test/assistant/build-evidence.ts'
import type { Statement } from '../answer/statement.ts'
import { wordAnswer } from './word-answer.ts'

const capital = factsOf({ registeredCapital: numberOf('注册资本', 500, '万元') })
const ofSecond = factsOf({ registeredCapital: numberOf('注册资本', 800, '万元') }, { company: secondCompany })
const counts = countsOf('被执行人', { current: 1, disputed: 0, history: 0 })
const record = recordOf('r-1', { caseNumber: textOf('案号', '（2026）粤0304执1234号') })
const law = factsOf({ text: textOf('解释', '未履行义务的人。') }, { id: 'term', citedType: 'term', company: null })

const first = stating(`${firstCompany.name}的注册资本为 500 万元。`, capital)
const second = stating(`${secondCompany.name}的注册资本为 800 万元。`, ofSecond)
const list = stating(`${firstCompany.name}的被执行人：当前 1 条。`, counts)
const row = { ...stating(`（2026）粤0304执1234号 · ${firstCompany.name}。`, record), startsParagraph: true }
const term = { ...stating('被执行人：未履行义务的人。', law), startsParagraph: true }
const lawOfTerm = stating('依据：民事诉讼法。', law)
const notice = { ...stating('演示数据。'), startsParagraph: true }
const composed: readonly Statement[] = [first, second, list, row, term, lawOfTerm, notice]
const evidence = [capital, ofSecond, counts, record, law]

/** Texts of the answer as a model words it, what the model read, and why lines were not shown. */
async function word(...lines: readonly string[]) {
  const rejected: string[] = []
  let request = ''
  const dialogue = {
    ask: async ({ messages }: { messages: readonly { content: string }[] }) => {
      request = messages.at(-1)?.content ?? ''
      return { text: lines.join('\n'), toolCalls: [], tokens: null }
    },
  }
  const metrics = { rejected: (reason: string) => void rejected.push(reason) }
  const { statements, isByModel } = await wordAnswer(
    { question: '问', statements: composed, evidence },
    { dialogue, metrics },
  )
  return { statements, isByModel, texts: statements.map(({ text }) => text), rejected, request }
}
const texts = composed.map(({ text }) => text)

describe('a language model', () => {
  it('reads the question and each sentence with what belongs to it, and no notice', async () => {
    expect(JSON.parse((await word()).request)).toEqual({
      question: '问',
      sentences: [first.text, second.text, list.text + row.text, term.text + lawOfTerm.text].map((text, at) => ({
        n: at + 1,
        text,
      })),
    })
  })

  it.each([
    ['{2}，此外{1}。', `${second.text.slice(0, -1)}，此外${first.text}`],
    ['- 据公示信息，｛2｝；{ 1 }', `据公示信息，${second.text.slice(0, -1)}；${first.text}`],
    ['1. **{2}**。另外，{1}。', `${second.text}另外，${first.text}`],
  ])('joins sentences in another order: %s', async (line, joined) => {
    const { statements, isByModel, rejected } = await word(line)
    expect(statements.map(({ text }) => text)).toEqual([joined, ...texts.slice(2)])
    expect(statements[0]?.citations).toEqual([...second.citations, ...first.citations])
    expect({ isByModel, rejected }).toEqual({ isByModel: true, rejected: [] })
  })

  it('leaves rows, articles of law and notices where they belong', async () => {
    expect((await word('{4}。', '{1}，并且{3}。')).texts).toEqual([
      `${first.text.slice(0, -1)}，并且${list.text}`,
      row.text,
      second.text,
      term.text,
      lawOfTerm.text,
      notice.text,
    ])
  })

  it('takes away no sentence that it leaves out', async () => {
    expect(await word('')).toMatchObject({ texts, isByModel: false, rejected: [] })
    expect(await word('{2}。')).toMatchObject({ texts, isByModel: true })
  })

  it.each([
    // Its own numbers, dates, names and statuses, or those of the evidence.
    ['甲川科技有限公司的注册资本为 900 万元。', 'unsupportedWord'],
    ['甲川科技有限公司的注册资本为 500 万元。', 'unsupportedWord'],
    ['{1}，成立于 2024-05-06。', 'unsupportedWord'],
    ['{1}，共三条。', 'unsupportedWord'],
    ['{1}，登记状态为存续。', 'unsupportedWord'],
    ['５００万元：{1}。', 'unsupportedWord'],
    // Another company, kind, view or label for a sentence.
    ['乙山股份有限公司：{1}。', 'unsupportedWord'],
    ['实缴资本：{1}。', 'unsupportedWord'],
    ['历史：{3}。', 'unsupportedWord'],
    ['行政处罚同样如此：{3}。', 'unsupportedWord'],
    // Negations, bounds, comparisons, doubts and questions.
    ['并非{1}。', 'unsupportedWord'],
    ['未查询到{3}。', 'unsupportedWord'],
    ['{1}以上。', 'unsupportedWord'],
    ['约{1}。', 'unsupportedWord'],
    ['{1}，高于{2}。', 'unsupportedWord'],
    ['{1}，{2}，两者相同。', 'unsupportedWord'],
    ['据传{1}。', 'unsupportedWord'],
    ['{1}？', 'unsupportedWord'],
    ['“{1}”。', 'unsupportedWord'],
    // Verdicts, advice, signs, markup and other languages.
    ['{1}，经营良好。', 'unsupportedWord'],
    ['{1}，值得信赖。', 'unsupportedWord'],
    ['{1}👍', 'unsupportedWord'],
    ['<b>{1}</b>', 'unsupportedWord'],
    ['Also {1}.', 'unsupportedWord'],
    ['此外\u200B不是{1}。', 'unsupportedWord'],
    // Figures of two sentences become one number without a separator, and a row another sentence's.
    ['{1}{2}', 'unsupportedWord'],
    ['{1}并且{2}', 'unsupportedWord'],
    ['{3}，{1}。', 'unsupportedWord'],
    ['{1，{2}。', 'unsupportedWord'],
    // Sentences that are none, or are stated twice.
    ['{9}。', 'citation'],
    ['{0}。', 'citation'],
    ['{1}，{9}。', 'citation'],
    ['此外。', 'citation'],
    ['{1}，{1}。', 'repeated'],
  ])('adds nothing by %j', async (line, reason) => {
    expect(await word(line)).toMatchObject({ texts, isByModel: false, rejected: [reason] })
  })

  it('is read in one pass, whatever it repeats', async () => {
    expect(await word(`${'并且'.repeat(2_500)}不{1}`)).toMatchObject({ texts, rejected: ['unsupportedWord'] })
  })

  it('states a sentence once', async () => {
    expect(await word('{1}。', '{2}，{1}。')).toMatchObject({ texts, rejected: ['repeated'] })
  })
})
