import { companySynonyms } from '../../file/column-synonyms.ts'
import { compileMapping, type Mapping, readMappingText } from '../../file/mapping.ts'
import { type RowField, rowFields } from './company-row.ts'

export type CompanyMapping = Mapping<RowField>

/** Our own format: each field under its own name (docs/data-formats.md). The text identifies finished imports. */
function canonicalText(): string {
  const file = {
    id: 'canonical',
    about: 'Our own format: docs/data-formats.md names each column.',
    requireColumns: false,
    key: { value: 'sourceKey' },
    parts: [{ asOf: 'asOf', fields: Object.fromEntries(rowFields.map((field) => [field, field])) }],
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** `canonical`, a mapping that ships, by its name, or one of the operator's, by its path. */
export const loadCompanyMapping = (nameOrFile: string): CompanyMapping =>
  nameOrFile === 'canonical'
    ? compileMapping(rowFields, canonicalText(), nameOrFile, companySynonyms)
    : compileCompanyMapping(readMappingText(nameOrFile, 'companies'), nameOrFile)

export const compileCompanyMapping = (text: string, name: string): CompanyMapping =>
  compileMapping(rowFields, text, name)
