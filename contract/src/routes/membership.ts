import * as membership from '../membership.ts'
import { done, nothing, route } from './route.ts'

export const membershipRoutes = {
  careerIndustryList: route({
    method: 'GET',
    path: '/v1/config/getCareerIndustryList',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: membership.careerIndustrySchema,
  }),
  saveIndustryCareer: route({
    method: 'POST',
    path: '/v1/form/saveIndustryCareer',
    access: 'session',
    load: 'credentials',
    input: membership.saveIndustryCareerBody,
    output: membership.giftAnswerSchema,
  }),
  saveCareer: route({
    method: 'POST',
    path: '/v1/form/saveCareer',
    access: 'session',
    load: 'credentials',
    input: membership.saveCareerBody,
    output: done,
  }),
  saveIndustry: route({
    method: 'POST',
    path: '/v1/form/saveIndustry',
    access: 'session',
    load: 'credentials',
    input: membership.saveIndustryBody,
    output: done,
  }),
} as const
