import type { NaturalQuestion } from './question.ts'

const OTHER = '宁波银行'
const OTHER_NAME = '宁波银行股份有限公司'
const signs = /[，。？！,?!]/gu

/** Whether a question names a real company that is not the other one, so that the other one must not answer it. */
const namesItself = ({ set, company, before, page, q }: NaturalQuestion) =>
  set === 'starter' && company.length > 0 && before === undefined && page === undefined && !q.includes(OTHER)

/** A question with words around it, or behind another one, which change nothing of its answer; null: the frame does not fit. */
type Frame = (asked: NaturalQuestion) => NaturalQuestion | null
const around =
  (write: (question: string) => string): Frame =>
  (asked) => ({ ...asked, q: write(asked.q) })

export const frames: Readonly<Record<string, Frame>> = {
  'as written': (asked) => asked,
  'with courtesies': around((q) => `你好，请问一下${q}，谢谢`),
  'behind a story': around((q) => `昨天跟老同学吃饭聊起来的，${q}`),
  'behind another story': around((q) => `外面下大雨出不去 ${q}`),
  'before a reason': around((q) => `${q.replace(/[？?。]$/u, '')}，我写作业要用`),
  'with emoji': around((q) => `${q}😅🙏`),
  'without signs': (asked) => (signs.test(asked.q) ? { ...asked, q: asked.q.replaceAll(signs, '') } : null),
  'after another company': (asked) => (namesItself(asked) ? { ...asked, before: [`${OTHER}的注册资本是多少`] } : null),
  'from the page of another company': (asked) => (namesItself(asked) ? { ...asked, page: OTHER_NAME } : null),
}
