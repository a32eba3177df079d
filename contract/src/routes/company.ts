import { businessInfoSchema, companyDetailSchema, companyIdQuery } from '../company-detail.ts'
import {
  coverageSchema,
  filterOptionsSchema,
  searchAnswerSchema,
  searchQuerySchema,
  suggestAnswerSchema,
  suggestQuerySchema,
} from '../company-search.ts'
import { nothing, route } from './route.ts'

export const companyRoutes = {
  companySearch: route({
    method: 'GET',
    path: '/v1/company/search',
    access: 'session',
    load: 'search',
    reading: 'lists',
    input: searchQuerySchema,
    output: searchAnswerSchema,
  }),
  companySuggest: route({
    method: 'GET',
    path: '/v1/company/suggest',
    access: 'session',
    load: 'search',
    reading: 'suggestions',
    input: suggestQuerySchema,
    output: suggestAnswerSchema,
  }),
  filterOptions: route({
    method: 'GET',
    path: '/v1/company/filterOptions',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: filterOptionsSchema,
  }),
  coverage: route({
    method: 'GET',
    path: '/v1/company/coverage',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: coverageSchema,
  }),
  companyDetail: route({
    method: 'GET',
    path: '/v1/company/detail',
    access: 'allowance',
    load: 'reads',
    reading: 'details',
    input: companyIdQuery,
    output: companyDetailSchema,
  }),
  businessInfo: route({
    method: 'GET',
    path: '/v1/company/overview/businessInfo',
    access: 'allowance',
    load: 'reads',
    reading: 'details',
    input: companyIdQuery,
    output: businessInfoSchema,
  }),
} as const
