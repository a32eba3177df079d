/** Six questions about the company of the page. */
export const questionsOfCompany: readonly string[] = [
  '这家企业有哪些股东',
  '这家企业有哪些风险信息',
  '这家企业对外投资了哪些企业',
  '这家企业的主要人员有哪些',
  '这家企业最近有哪些变更',
  '这家企业的注册资本是多少',
]

const general: readonly string[] = [
  '什么是失信被执行人',
  '经营异常是什么意思',
  '已接入哪些数据',
  '广东省有多少家企业',
  '各省有多少家上市公司',
  '数据有误如何申请纠错',
]

/** Six questions without a company: four about one that is in the data, if there is one. */
export function generalQuestions([first, second]: readonly { name: string }[]): string[] {
  if (first === undefined) return [...general]
  const about = [`${first.name}有哪些股东`, `${first.name}的法定代表人是谁`]
  const compared = second === undefined ? [] : [`${first.name}和${second.name}谁成立更早`]
  return [...about, ...compared, ...general].slice(0, general.length)
}
