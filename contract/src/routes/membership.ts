import * as membership from '../membership.ts'
import { careers, industries } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'

export const membershipRoutes = {
  careerIndustryList: route(
    { method: 'GET', path: '/v1/config/getCareerIndustryList', access: 'open', load: 'copies' },
    nothing,
    membership.careerIndustrySchema,
  ),
  saveIndustryCareer: route(
    { method: 'POST', path: '/v1/form/saveIndustryCareer', access: 'session', load: 'credentials' },
    membership.saveIndustryCareerBody,
    membership.giftAnswerSchema,
  ),
  saveCareer: route(
    { method: 'POST', path: '/v1/form/saveCareer', access: 'session', load: 'credentials' },
    membership.saveCareerBody,
    done,
  ),
  saveIndustry: route(
    { method: 'POST', path: '/v1/form/saveIndustry', access: 'session', load: 'credentials' },
    membership.saveIndustryBody,
    done,
  ),
} as const

export const membershipDocs = (): RouteDocs<typeof membershipRoutes> => ({
  careerIndustryList: {
    summary: '身份与行业选项',
    answer: { careerList: careers, industryList: industries, careerLimit: 3, industryLimit: 3 },
  },
  saveIndustryCareer: {
    summary: '填写身份与行业，领取两年会员',
    example: { careerIdStr: 'jobSeeker', industryIdStr: 'software' },
    answer: { vipExpireAt: '2028-11-20T15:59:59.000Z', isNew: true },
  },
  saveCareer: { summary: '保存身份，留空为删除', example: { careerIdStr: 'jobSeeker' }, answer: null },
  saveIndustry: { summary: '保存行业，留空为删除', example: { industryIdStr: 'software' }, answer: null },
})
