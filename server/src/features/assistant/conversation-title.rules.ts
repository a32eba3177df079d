import { TITLE_LENGTH } from '@baiqicha/contract/assistant'

const ellipsis = '…'

/** Title of a conversation: companies and topic, as in 甲公司 · 股东. It never contains words of the question. */
export function conversationTitleOf(companies: readonly { name: string }[], topic: string): string {
  const [first, second] = companies
  if (first === undefined) return topic.slice(0, TITLE_LENGTH)
  const ending = `${companies.length > 2 ? ` 等 ${companies.length} 家` : ''} · ${topic}`
  const names = second === undefined ? first.name : `${first.name}、${second.name}`
  const room = TITLE_LENGTH - ending.length
  return `${names.length > room ? `${names.slice(0, room - 1)}${ellipsis}` : names}${ending}`.slice(0, TITLE_LENGTH)
}
