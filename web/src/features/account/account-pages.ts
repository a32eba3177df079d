/** Pages that share most of their code, as one chunk: each further chunk costs the first load its name. */
export { DeactivationPage } from './deactivation-page.tsx'
export { ProfilePage } from './profile-page.tsx'
export { ReportPage } from './report-page.tsx'
export { SettingsPage } from './settings-page.tsx'
