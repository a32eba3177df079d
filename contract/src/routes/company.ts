import { businessInfoSchema, companyDetailSchema, companyIdQuery } from '../company-detail.ts'
import {
  coverageSchema,
  filterOptionsSchema,
  requestInclusionBody,
  requestInclusionSchema,
  searchAnswerSchema,
  searchQuerySchema,
  suggestAnswerSchema,
  suggestQuerySchema,
} from '../company-search.ts'
import { asOf, businessInfo, companyDetail, matchReason, onePage, suggestion, summary } from '../openapi/samples.ts'
import { nothing, type RouteDocs, route } from './route.ts'

export const companyRoutes = {
  companySearch: route(
    { method: 'GET', path: '/v1/company/search', access: 'session', load: 'search', reading: 'lists' },
    searchQuerySchema,
    searchAnswerSchema,
  ),
  companySuggest: route(
    { method: 'GET', path: '/v1/company/suggest', access: 'allowance', load: 'search', reading: 'suggestions' },
    suggestQuerySchema,
    suggestAnswerSchema,
  ),
  requestInclusion: route(
    { method: 'POST', path: '/v1/form/saveInclusionRequest', access: 'session', load: 'reads' },
    requestInclusionBody,
    requestInclusionSchema,
  ),
  filterOptions: route(
    { method: 'GET', path: '/v1/company/filterOptions', access: 'open', load: 'copies' },
    nothing,
    filterOptionsSchema,
  ),
  coverage: route(
    { method: 'GET', path: '/v1/company/coverage', access: 'open', load: 'copies' },
    nothing,
    coverageSchema,
  ),
  companyDetail: route(
    { method: 'GET', path: '/v1/company/detail', access: 'allowance', load: 'reads', reading: 'details' },
    companyIdQuery,
    companyDetailSchema,
  ),
  businessInfo: route(
    {
      method: 'GET',
      path: '/v1/company/overview/businessInfo',
      access: 'allowance',
      load: 'reads',
      reading: 'details',
    },
    companyIdQuery,
    businessInfoSchema,
  ),
} as const

export function companyDocs(): RouteDocs<typeof companyRoutes> {
  return {
    companySearch: {
      summary: '搜索企业',
      example: { keyword: '比亚迪' },
      answer: {
        list: [{ ...summary, matchReason, hitRanges: [[0, 2]] }],
        ...onePage,
      },
    },
    companySuggest: {
      summary: '搜索联想；访客按名称前 3 条',
      example: { keyword: '比亚' },
      answer: {
        list: [suggestion()],
      },
    },
    requestInclusion: { summary: '申请收录企业', example: { keyword: '演示科技' }, answer: { requests: 3 } },
    filterOptions: {
      summary: '地区与行业选项',
      answer: {
        regions: [{ code: '99', name: '演示省', children: [{ code: '9900', name: '演示一市' }] }],
        industries: [{ code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] }],
      },
    },
    coverage: {
      summary: '已收录的数据',
      answer: {
        companies: 4930,
        groups: [
          { name: '上市公司', companies: 4930, asOf, isDemo: false, sources: [{ name: '演示来源', url: null }] },
        ],
      },
    },
    companyDetail: { summary: '企业详情', example: { id: 'c-example' }, answer: companyDetail() },
    businessInfo: { summary: '工商信息', example: { id: 'c-example' }, answer: businessInfo() },
  }
}
