import { aboutSchema } from '../about.ts'
import { contactConfigSchema, faqSchema, mineConfigSchema } from '../content.ts'
import { nothing, route } from './route.ts'

export const contentRoutes = {
  mineConfig: route({
    method: 'GET',
    path: '/operation-config/center/config',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: mineConfigSchema,
  }),
  contactConfig: route({
    method: 'GET',
    path: '/v1/config/getContactConfig',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: contactConfigSchema,
  }),
  faq: route({
    method: 'GET',
    path: '/v1/config/faq',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: faqSchema,
  }),
  about: route({
    method: 'GET',
    path: '/v1/config/about',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: aboutSchema,
  }),
} as const
