export const feedbackTabs = ['feedback', 'correction'] as const
export type FeedbackTab = (typeof feedbackTabs)[number]

export type FeedbackParams = { show: 'thread'; number: string } | { show: 'mine'; tab: FeedbackTab } | { show: 'form' }

/** Numbers of feedback begin like this; those of objections do not. */
export const isFeedbackNumber = (number: string) => /^FB/i.test(number)

/** Maximum length of a number in the contract. */
const NUMBER_MAX = 40

/** Reads the query of `/user/feedback`; an unknown tab opens the form. */
export function readFeedbackParams(query: URLSearchParams): FeedbackParams {
  const number = (query.get('number') ?? '').trim()
  if (isFeedbackNumber(number)) return { show: 'thread', number: number.slice(0, NUMBER_MAX) }
  const tab = feedbackTabs.find((known) => known === query.get('tab'))
  return tab === undefined ? { show: 'form' } : { show: 'mine', tab }
}

export const threadPath = (number: string) => `/user/feedback?${new URLSearchParams({ number }).toString()}`
export const minePath = (tab: FeedbackTab) => `/user/feedback?${new URLSearchParams({ tab }).toString()}`
