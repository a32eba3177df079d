import type { RegistryFiles } from './registry-files.ts'

const register = 'register'

/** The register's own source, told to the import as an operator tells it. */
export const registerSources = [
  {
    id: register,
    name: '企业登记数据（评测用）',
    scope: '2005 年以前成立的企业',
    url: null,
    licence: 'CC BY-NC-SA 4.0，仅用于评测',
    kind: 'register',
    asOf: '2019',
  },
]

/** The files of a whole register, in the order in which an operator would import them. */
export const registerImports: { file: keyof RegistryFiles; mapping: string; source: string }[] = [
  { file: 'core', mapping: 'registry', source: register },
  { file: 'detail', mapping: 'registry', source: register },
  { file: 'listed', mapping: 'listed-companies', source: 'exchange-list' },
  { file: 'nameChanges', mapping: 'listed-name-changes', source: 'short-name-changes' },
]
