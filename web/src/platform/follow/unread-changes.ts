import { saveUserInfo, useSessionStore } from '../session/session-store.ts'

/** Corrects the number of new changes in the user info, which the tab bar of every tab of the browser reads. */
export function saveUnreadChanges(unreadChanges: number) {
  const { userInfo } = useSessionStore.getState()
  if (userInfo !== null && userInfo.unreadChanges !== unreadChanges) saveUserInfo({ ...userInfo, unreadChanges })
}
