import { ASSISTANT_PATH } from '../../platform/assistant/typed-question.ts'

/** Query parameter with the id of a conversation, which only its user can open. */
export const CONVERSATION = 'conversation'

export function conversationPath(companyId: string | null, conversationId: string | null): string {
  const query = new URLSearchParams({
    ...(companyId !== null && { id: companyId }),
    ...(conversationId !== null && { [CONVERSATION]: conversationId }),
  }).toString()
  return query === '' ? ASSISTANT_PATH : `${ASSISTANT_PATH}?${query}`
}
