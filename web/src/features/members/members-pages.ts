export { MembersIntroductionPage } from './members-introduction-page.tsx'
export { MembersPage } from './members-page.tsx'
