/** Pages of a user's own companies, as one chunk: each further chunk costs the first load its name. */
export { BatchPage } from '../features/batch/batch-page.tsx'
export { FollowPage } from '../features/follow/follow-page.tsx'
