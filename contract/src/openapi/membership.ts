import { membershipRoutes } from '../routes/membership.ts'
import { type RouteDocs } from './route-docs.ts'
import { careers, industries } from './samples.ts'

export const membershipDocs: RouteDocs<typeof membershipRoutes> = {
  careerIndustryList: {
    summary: '身份与行业选项',
    answer: { careerList: careers, industryList: industries, careerLimit: 3, industryLimit: 3 },
  },
  saveIndustryCareer: {
    summary: '填写身份与行业，领取两年会员',
    example: { careerIdStr: 'jobSeeker', industryIdStr: 'software' },
    answer: { vipExpireAt: '2028-11-20T15:59:59.000Z', isNew: true },
  },
  saveCareer: {
    summary: '保存身份，留空为删除',
    example: { careerIdStr: 'jobSeeker' },
    answer: null,
  },
  saveIndustry: {
    summary: '保存行业，留空为删除',
    example: { industryIdStr: 'software' },
    answer: null,
  },
}
