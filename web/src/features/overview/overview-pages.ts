export { ChangesPage } from './changes-page.tsx'
export { InvestmentsPage } from './investments-page.tsx'
export { RelationPage } from './relation-page.tsx'
export { ShareholdersPage } from './shareholders-page.tsx'
