import { findPage } from '../navigation/pages.ts'

/** Pages open without consent: the agreements, and those a user who does not agree can go to. */
export const openWithoutConsent = [
  '/user/agreement',
  '/user/user_protocol',
  '/user/privacy_policy',
  '/user/logout',
].map(findPage)
