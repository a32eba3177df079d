/** Tabs that a visit rarely opens, as one chunk, which loads with the first of them. */
export { ChangeTab } from './change-tab.tsx'
export { PerspectiveTab } from './perspective-tab.tsx'
