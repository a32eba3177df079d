import { contactTypeOf } from '@baiqicha/contract/records/contact/contact-type'
import type { ContactFilter } from '@baiqicha/contract/search-vocabulary'

const filters = { 手机: ['mobile'], 固话: ['landline'], 邮箱: ['email'], 网址: [] } as const

/** The filter that finds companies with this contact; none for a web address. */
export const contactFilterOf = (value: string): readonly ContactFilter[] => filters[contactTypeOf(value)]
