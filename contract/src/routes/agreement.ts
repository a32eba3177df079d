import { agreementListSchema, agreementQuery, agreementSchema } from '../agreements.ts'
import { nothing, route } from './route.ts'

export const agreementRoutes = {
  agreementList: route({
    method: 'GET',
    path: '/v1/userAgreement/getAgreementTemplateList',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: agreementListSchema,
  }),
  agreement: route({
    method: 'GET',
    path: '/v1/userAgreement/queryUserAgreement',
    access: 'open',
    load: 'copies',
    input: agreementQuery,
    output: agreementSchema,
  }),
} as const
