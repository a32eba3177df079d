import { compileMapping, type Mapping, readMappingText } from '../../file/mapping.ts'
import { type RowField, rowFields } from './company-row.ts'

export type CompanyMapping = Mapping<RowField>

/** A mapping that ships, by its name, or a mapping file of the operator, by its path. */
export const loadCompanyMapping = (nameOrFile: string): CompanyMapping =>
  compileCompanyMapping(readMappingText(nameOrFile), nameOrFile)

export const compileCompanyMapping = (text: string, name: string): CompanyMapping =>
  compileMapping(rowFields, text, name)
